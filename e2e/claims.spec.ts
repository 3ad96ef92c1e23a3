import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("claims pasted from a spreadsheet are refreshed, each with its change", async ({ page, demo }) => {
  const { claims } = await readApi<{ claims: { emr_claim_id: string }[] }>(demo, "/claims?limit=2");
  const numbers = claims.map(({ emr_claim_id }) => emr_claim_id);
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Claims");
  await page.getByRole("button", { name: "Refresh claims" }).click();
  const form = page.getByRole("form", { name: "Claims refresh" });
  await form.getByText("By claim numbers").click();
  const field = form.getByRole("textbox", { name: "Claim numbers" });
  await field.focus();
  const pasted = [...numbers, numbers[0], "CLM-UNKNOWN"].join("\r\n");
  await field.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, pasted);
  await expect(form.getByRole("button", { name: /^Remove / })).toHaveCount(3);
  await console.send();
  await expect(console.step).toContainText("Completed");
  const result = console.panel.getByRole("region", { name: "Result" });
  for (const number of numbers) {
    await expect(result.getByRole("row").filter({ hasText: number })).toContainText(/New|Updated|Unchanged/);
  }
  await expect(result.getByText("Not found in the EMR:")).toBeVisible();
  await expect(result.getByText("CLM-UNKNOWN")).toBeVisible();
});

test("the form requires one of the two ways to select claims", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Claims refresh");
  await console.send();
  await expect(form.getByText("Enter the service date")).toBeVisible();
  await form.getByText("By claim numbers").click();
  await expect(form.getByText("Enter the service date")).toBeHidden();
  await console.send();
  await expect(form.getByText("Enter the claim numbers")).toBeVisible();
});

test("a claim opens beside the list, also by its address, and can be refreshed there", async ({ page, demo }) => {
  const { claims } = await readApi<{ claims: { emr_claim_id: string; patient_mrn: string }[] }>(
    demo,
    "/claims?limit=1",
  );
  const [claim] = claims;
  if (!claim) throw new Error("The demo has no claims");
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Claims");
  await page.getByRole("button", { name: `Claim ${claim.emr_claim_id}` }).click();
  const drawer = page.getByRole("dialog", { name: `Claim ${claim.emr_claim_id}` });
  await expect(drawer.getByRole("link")).toContainText(claim.patient_mrn);
  await page.reload();
  await expect(drawer.getByText("Total charge")).toBeVisible();
  await drawer.getByRole("button", { name: "Refresh this claim" }).click();
  const form = page.getByRole("form", { name: "Claims refresh" });
  await expect(form.getByRole("button", { name: `Remove ${claim.emr_claim_id}` })).toBeVisible();
});

test("the first letters in the field of a patient and the first press of a select are not lost", {
  tag: "@long",
}, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  // A slow computer: the letters come before the page's scripts have run.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.goto(page.url().replace("/today", "/claims"));
  const field = page.getByRole("combobox", { name: "Patient" });
  await field.pressSequentially("ma");
  await expect(field).toHaveValue("ma");
  await expect(page.getByRole("option").first()).toBeVisible();
  // An open list hides what is beside it.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Any status" }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Any status" })).toBeFocused();
});
