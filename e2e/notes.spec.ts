import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("a chart note is sent with its categories and location, and completes", async ({ page, demo }) => {
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
  await console.openDetails();
  const result = console.panel.getByRole("region", { name: "Response" });
  await expect(result.getByText("EMR note ID")).toBeVisible();
  const sent = console.panel.getByRole("region", { name: "Request" });
  await expect(sent.getByText("Lab Follow-up, Administrative")).toBeVisible();
});

test("missing values are shown at their fields, and the first one has the focus", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Chart note");
  await console.send();
  await expect(form.getByText("Enter the subject")).toBeVisible();
  await expect(form.getByText("Enter the note")).toBeVisible();
  await expect(form.getByRole("combobox", { name: "Patient" })).toBeFocused();
});

test("each error of a response is shown at the field that it names, whatever its message", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Chart note");
  await console.pickPatient("MRN-1004", "Chart note");
  await form.getByLabel("Subject").fill("Called about results");
  await form.getByLabel("Note", { exact: true }).fill("Left a message.");
  // A chosen place stays: one that the patient's visit fills in later would take the error with it.
  await console.choose("Location", /./);
  const errors = [
    { field: "note", message: "must be shorter than the subject" },
    { field: "location_id", message: "must be one of the account's locations: L1; L2" },
  ];
  await page.route(/\/v1\/patient-notes$/, (route) =>
    route.fulfill({ status: 400, json: { success: false, message: "subject was refused; patient_mrn too", errors } }),
  );
  await console.send();
  await expect(form.getByText("2 fields need another look")).toBeVisible();
  await expect(form.getByLabel("Note", { exact: true })).toHaveAccessibleDescription(
    "Note must be shorter than the subject",
  );
  await expect(form.getByText("Choose one of the account's locations: L1; L2")).toBeVisible();
  await expect(form.getByText(/was refused/)).toHaveCount(0);
});
