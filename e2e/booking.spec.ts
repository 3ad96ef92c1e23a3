import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

interface Visit {
  datetime: string;
  provider_ehr_id: string;
  patient_mrn: string | null;
}

const DAY_MS = 86_400_000;
const dayOf = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

test("an open slot is booked for a patient, and nobody books it again", { tag: "@long" }, async ({ page, demo }) => {
  const [from, to] = [dayOf(1), dayOf(6)];
  const console = new ConsolePage(page, demo);
  const account = await console.enter("staff");
  await page.goto(`${account}/appointments?start_date=${from}&end_date=${to}&category=schedule_slot`);
  const table = page.getByRole("table", { name: "Appointments" });
  await table.getByRole("row").nth(1).getByRole("button").first().click();
  const slot = page.getByRole("dialog");
  await slot.getByRole("button", { name: "Book appointment" }).click();
  const form = page.getByRole("form", { name: "Appointment" });
  await expect(form.getByLabel("Date and time")).not.toHaveValue("");
  await console.pickPatient("MRN-1001", "Appointment");
  expect(await findingsInBothThemes(page)).toEqual([]);
  await console.send();
  await expect(console.step).toContainText("Completed");
  const jobs = await readApi<{ jobs: { request: Record<string, string> }[] }>(
    demo,
    "/jobs?type=appointments:book&limit=20",
  );
  // Other tests book for other patients meanwhile.
  const request = jobs.jobs.find(({ request: { patient_mrn: mrn } }) => mrn?.startsWith("MRN-1001"))?.request ?? {};
  const { appointments } = await readApi<{ appointments: Visit[] }>(
    demo,
    `/appointments?start_date=${from}&end_date=${to}&provider_ehr_ids=${request.provider_ehr_id}&patient_mrn=${request.patient_mrn}`,
  );
  expect(appointments.filter(({ patient_mrn: mrn }) => mrn === request.patient_mrn).length).toBeGreaterThan(0);

  await test.step("the same time again is refused, and nothing is saved", async () => {
    await page.getByRole("button", { name: "Another one like this" }).click();
    await console.send();
    await expect(form.getByRole("alert")).toContainText("Nothing was saved");
    await expect(form.getByText("is taken: the provider has a visit or blocked time then")).toBeVisible();
  });
});
