import type { Locator, Page } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { fits } from "./support/habits.ts";
import { expect, test } from "./support/test.ts";

interface Visit {
  emr_appointment_id: string;
  patient_name: string;
  provider_ehr_id: string;
  provider_name: string;
}

const DAY_MS = 86_400_000;
const dayOf = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

const search = (page: Page): Locator => page.getByRole("dialog", { name: "Find a time" });
const openingsOf = (within: Locator): Locator => within.getByRole("listitem").getByRole("button");

test("a time is found across providers, and booked with four clicks", { tag: "@long" }, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  const account = await console.enter("staff");
  await page.goto(`${account}/appointments`);
  await expect(page.getByRole("button", { name: "Find a time" })).toBeVisible();
  const effort = await Effort.from(page);
  await page.getByRole("button", { name: "Find a time" }).click();
  await expect(openingsOf(search(page))).toHaveCount(20);
  expect(await findingsInBothThemes(page)).toEqual([]);
  // Another worker may take the first one meanwhile.
  await openingsOf(search(page)).nth(17).click();
  const form = page.getByRole("form", { name: "Appointment" });
  const patient = form.getByRole("combobox", { name: "Patient" });
  await expect(patient).toBeFocused();
  await expect(form.getByLabel("Date and time")).not.toHaveValue("");
  await patient.pressSequentially("MRN-1002");
  await page.getByRole("option", { name: "MRN-1002" }).first().click();
  await console.send();
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(4);
  await expect(console.step).toContainText("Completed");
});

test("a search keeps to what is chosen, and begins with what the form knows", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("find a time");
  await page.keyboard.press("Enter");
  await expect(openingsOf(search(page)).first()).toBeVisible();
  await console.choose("Part of the day", "Morning");
  await expect(openingsOf(search(page)).first()).toBeVisible();
  await expect(openingsOf(search(page)).filter({ hasText: "PM" })).toHaveCount(0);

  await openingsOf(search(page)).first().click();
  const form = page.getByRole("form", { name: "Appointment" });
  await expect(form.getByLabel("Date and time")).not.toHaveValue("");
  await form.getByLabel("Reason").fill("Cough for a week");
  await form.getByRole("button", { name: "Find a time" }).click();
  await expect(search(page).getByRole("button", { name: "Anyone" })).toHaveCount(0);
  await openingsOf(search(page)).nth(1).click();
  await expect(form.getByLabel("Reason")).toHaveValue("Cough for a week");
});

test("the next visit is one click from the visit before", { tag: "@long" }, async ({ page, demo }) => {
  const { appointments } = await readApi<{ appointments: Visit[] }>(
    demo,
    `/appointments?start_date=${dayOf(-6)}&end_date=${dayOf(6)}&category=appointment`,
  );
  const { providers } = await readApi<{ providers: { ehr_id: string; hours: unknown[] }[] }>(demo, "/providers");
  const known = new Set(providers.filter(({ hours }) => hours.length > 0).map(({ ehr_id }) => ehr_id));
  const visit = appointments.find((each) => each.patient_name !== "" && known.has(each.provider_ehr_id));
  if (!visit) throw new Error("The demo has a visit with a provider whose hours are known");
  const console = new ConsolePage(page, demo);
  const account = await console.enter("staff");
  await page.goto(`${account}/appointments?appointment=${visit.emr_appointment_id}`);
  await page.getByRole("dialog").getByRole("button", { name: "Book next visit" }).click();
  const next = page.getByRole("dialog", { name: "Book next visit" });
  await expect(next.getByRole("region", { name: "In two weeks" })).toBeVisible();
  // The simulator has open slots of three weeks; beyond them the openings are what is left of the provider's hours.
  for (const when of ["In four weeks", "In three months"]) {
    const openings = openingsOf(next.getByRole("region", { name: when }));
    await expect(openings).toHaveCount(3);
    await expect(openings.filter({ hasText: visit.provider_name })).toHaveCount(3);
  }
  expect(await findingsInBothThemes(page)).toEqual([]);
  await openingsOf(next.getByRole("region", { name: "In three months" }))
    .first()
    .click();
  const form = page.getByRole("form", { name: "Appointment" });
  await expect(form.getByRole("combobox", { name: "Patient" })).toHaveValue(visit.patient_name);
  await expect(form.getByLabel("Date and time")).not.toHaveValue("");
});

test("the search fits a phone", { tag: "@long" }, async ({ page, demo }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const account = await new ConsolePage(page, demo).enter("staff");
  await page.goto(`${account}/appointments?find=any`);
  await expect(openingsOf(search(page)).first()).toBeVisible();
  await fits(page);
});
