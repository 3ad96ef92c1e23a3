import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("a chart note goes from the form to Completed, with its categories and its location", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Chart note");
  await console.pickPatient("MRN-1004", "Chart note");
  await form.getByLabel("Subject").fill("Called about results");
  await form.getByLabel("Note", { exact: true }).fill("Left a message.\nWill call again tomorrow.");
  await form.getByText("Lab Follow-up").click();
  await form.getByText("Administrative").click();
  await console.choose("Location", /./);
  await console.send();
  await expect(console.step).toContainText("Completed");
  const result = console.panel.getByRole("region", { name: "What came back" });
  await expect(result.getByText("EMR note ID")).toBeVisible();
  const sent = console.panel.getByRole("region", { name: "What was sent" });
  await expect(sent.getByText("Lab Follow-up, Administrative")).toBeVisible();
});

test("what is missing is said at each field, and the first one has the focus", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Chart note");
  await console.send();
  await expect(form.getByText("Subject is required")).toBeVisible();
  await expect(form.getByText("Note is required")).toBeVisible();
  await expect(form.getByRole("combobox", { name: "Patient" })).toBeFocused();
});
