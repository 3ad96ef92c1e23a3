import type { Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { expect, test } from "./support/test.ts";

interface Visit {
  id: string;
  emr_appointment_id: string;
  datetime: string;
  status: string;
  patient_name: string;
}

const DAY_MS = 86_400_000;
const dayOf = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

/** Opens the table of the visits of a day, at least so many days ahead, and returns one that is expected. */
async function openVisits(page: Page, demo: DemoFile, ahead: number): Promise<Visit> {
  // A weekend may have none.
  const { appointments } = await readApi<{ appointments: Visit[] }>(
    demo,
    `/appointments?start_date=${dayOf(ahead)}&end_date=${dayOf(ahead + 6)}&status=SCH`,
  );
  const visit = appointments.find(({ patient_name: name }) => name !== "");
  if (!visit) throw new Error("The demo has visits in the week ahead");
  const day = visit.datetime.slice(0, 10);
  const range = `start_date=${day}&end_date=${day}`;
  const console = new ConsolePage(page, demo);
  const account = await console.enter("staff");
  const patient = encodeURIComponent(visit.patient_name);
  await page.goto(`${account}/appointments?${range}&category=appointment&status=SCH&patient=${patient}`);
  await expect(page.getByRole("table", { name: "Appointments" })).toBeVisible();
  return visit;
}

const shown = async (demo: DemoFile, id: string): Promise<Visit> =>
  (await readApi<{ appointment: Visit }>(demo, `/appointments/${id}`)).appointment;

const firstVisit = (page: Page) =>
  page.getByRole("table", { name: "Appointments" }).getByRole("row").nth(1).getByRole("button").first();

test("a visit is cancelled with three clicks", { tag: "@long" }, async ({ page, demo }) => {
  const visit = await openVisits(page, demo, 3);
  const console = new ConsolePage(page, demo);
  await expect(firstVisit(page)).toBeVisible();
  const effort = await Effort.from(page);
  await firstVisit(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel appointment" }).click();
  const form = page.getByRole("form", { name: "Cancellation" });
  // The form begins in the reason, and knows the visit.
  await expect(form.getByLabel("Reason")).toBeFocused();
  await expect(form.getByRole("combobox", { name: "Patient" })).toHaveValue(visit.patient_name);
  await expect(form.getByRole("button", { name: "Keep appointment" })).toBeVisible();
  await page.keyboard.type("The patient is ill");
  expect(await findingsInBothThemes(page)).toEqual([]);
  await console.send();
  await expect(console.step).toContainText("Completed");
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(3);
  await expect(console.panel).toContainText("was cancelled in the EMR");
  expect(await findingsInBothThemes(page)).toEqual([]);
  expect((await shown(demo, visit.id)).status).toBe("CAN");
});

test("a visit is moved with three clicks", { tag: "@long" }, async ({ page, demo }) => {
  const visit = await openVisits(page, demo, 10);
  const console = new ConsolePage(page, demo);
  await expect(firstVisit(page)).toBeVisible();
  const effort = await Effort.from(page);
  await firstVisit(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Move appointment" }).click();
  const form = page.getByRole("form", { name: "Move of an appointment" });
  await expect(form.getByRole("combobox", { name: "Patient" })).toHaveValue(visit.patient_name);
  const day = form.getByLabel("New date and time");
  await day.fill(dayOf(40));
  expect(await findingsInBothThemes(page)).toEqual([]);
  await console.send();
  await expect(console.step).toContainText("Completed");
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(3);
  await expect(console.panel).toContainText("Before");
  expect(await findingsInBothThemes(page)).toEqual([]);
  expect((await shown(demo, visit.id)).datetime.slice(0, 10)).toBe(dayOf(40));
});
