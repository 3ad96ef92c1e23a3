import { readFile } from "node:fs/promises";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

interface Appointment {
  emr_appointment_id: string;
  patient_mrn: string;
  patient_name: string;
}

test("the address contains the filters of appointments, a row opens its record, and all matches are exported", {
  tag: "@long",
}, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.openWeek("staff", "schedule_slot");
  const table = page.getByRole("table", { name: "Appointments" });
  await expect(table.getByText("Open slot").first()).toBeVisible();
  await console.choose("Category", "Blocked time");
  await expect(page).toHaveURL(/category=schedule_block/);
  await expect(table.getByText("Blocked").first()).toBeVisible();
  await expect(table.getByText("Open slot")).toHaveCount(0);
  await page.reload();
  await expect(table.getByText("Blocked").first()).toBeVisible();

  const listed = await table.getAttribute("aria-rowcount");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await readFile(await (await saving).path(), "utf8");
  expect(file.trimEnd().split("\r\n")).toHaveLength(Number(listed));

  await table.getByRole("row").nth(1).getByRole("button").first().click();
  const record = page.getByRole("dialog");
  await expect(record.getByText("Blocked")).toBeVisible();
  await record.focus();
  await page.keyboard.press("Escape");
  await expect(record).toBeHidden();
});

test("only the visible rows of a long list are drawn, and scrolling reaches its end", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.openWeek("staff", "appointment,schedule_slot,schedule_block");
  const table = page.getByRole("table", { name: "Appointments" });
  const listed = Number(await table.getAttribute("aria-rowcount"));
  expect(listed).toBeGreaterThan(500);
  expect(await table.getByRole("row").count()).toBeLessThan(120);
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const count = await table.getAttribute("aria-rowcount");
    await expect(table.locator(`tr[aria-rowindex="${count}"]`)).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  expect(await table.getByRole("row").count()).toBeLessThan(120);
});

test("a patient's page shows the patient's data and starts an operation for the patient", async ({ page, demo }) => {
  const { appointments } = await readApi<{ appointments: Appointment[] }>(
    demo,
    "/appointments?start_date=2000-01-01&end_date=2100-01-01&limit=1",
  );
  const [visit] = appointments;
  if (!visit) throw new Error("The demo has no appointment");
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Patients");
  await page.getByRole("searchbox", { name: "Search patients" }).fill(visit.patient_mrn);
  await expect(page).toHaveURL(new RegExp(`q=${visit.patient_mrn}`));
  const found = page.getByRole("table", { name: "Patients" }).getByRole("row").filter({ hasText: visit.patient_mrn });
  await found.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(visit.patient_name);
  await expect(page.getByRole("region", { name: "Visits" })).toBeVisible();
  await page.getByRole("tab", { name: /^Appointments/ }).click();
  await expect(page.getByRole("table", { name: "Appointments" })).toBeVisible();
  await page.getByRole("button", { name: "New for this patient" }).click();
  await page.getByRole("menuitem", { name: /^Post payment/ }).click();
  const form = page.getByRole("form", { name: "Payment" });
  await expect(form.getByText(new RegExp(`${visit.patient_mrn}.* · born`))).toBeVisible();
});

test("records written for a patient are on the patient's page, live, in the tab that the address names", {
  tag: "@long",
}, async ({ page, demo }) => {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
  const mrn = patients[0]?.mrn ?? "";
  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter()}/patients/${mrn}?tab=payments`);
  const tab = page.getByRole("tab", { name: /^Billing/ });
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "New for this patient" }).click();
  await page.getByRole("menuitem", { name: /^Post payment/ }).click();
  await page.getByLabel("Amount").fill("11.75");
  await console.choose("Payment method", "Credit Card");
  // The demo's patients are shared: only the reference identifies this payment.
  const reference = `PAGE-${Date.now()}`;
  await page.getByLabel("Reference number").fill(reference);
  await console.choose("Location", /./);
  await console.send();
  await expect(console.panel).toBeVisible();
  await tab.focus();
  const row = page.getByRole("table", { name: "payments" }).getByRole("row").filter({ hasText: reference });
  await expect(row).toContainText("Completed");
  await expect(row).toContainText("$11.75");
  // The panel shows the result and leaves the focus outside.
  await expect(console.panel.getByText("EMR transaction id")).toBeVisible();
  await expect(tab).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/tab=referrals/);
  await expect(page.getByRole("region", { name: "Documents" }).first()).toBeVisible();
});

test("claims can be filtered by status in the address", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Claims");
  const table = page.getByRole("table", { name: "Claims" });
  const badge = table.getByRole("row").nth(1).getByRole("cell").nth(4);
  const status = (await badge.textContent()) ?? "";
  await console.choose("Status", status);
  await expect(page).toHaveURL(/claim_status=/);
  await expect(table.getByRole("row").nth(1)).toContainText(status);
});
