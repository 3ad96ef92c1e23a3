import type { Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./support/api.ts";
import { asOwner, lookAsOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { firstAccount } from "./support/session.ts";
import { expect, test } from "./support/test.ts";

interface Visit {
  emr_appointment_id: string;
  datetime: string;
  location: string;
  patient_name: string;
  patient_mrn: string;
  patient_phone: string;
  status: string;
}

const ZONE = "America/New_York";
const today = () => new Date().toLocaleDateString("en-CA", { timeZone: ZONE });
const todaysVisits = async (demo: DemoFile): Promise<Visit[]> =>
  (await readApi<{ appointments: Visit[] }>(demo, `/appointments?start_date=${today()}&end_date=${today()}`))
    .appointments;

const list = (page: Page) => page.getByRole("region", { name: "Today's appointments" });
const field = (page: Page) => page.getByRole("searchbox", { name: "Find and check in" });

/** Sets a status of visits in the copy and in the EMR. */
async function setStatus(demo: DemoFile, visits: readonly Visit[], status: string): Promise<void> {
  const ids = visits.map(({ emr_appointment_id }) => emr_appointment_id);
  const account = await firstAccount(demo);
  for (const [table, key, owner] of [
    ["appointment", "emr_appointment_id", "linked_account_id"],
    ["sandbox.appointment", "id", "practice_id"],
  ])
    await asOwner(`UPDATE ${table} SET status = $3 WHERE ${owner} = $1 AND ${key} = ANY($2) RETURNING ${key}`, [
      account,
      ids,
      status,
    ]);
}

/** Visits of the day that their patient's MRN or telephone finds alone. */
const alone = (visits: readonly Visit[]) =>
  visits.filter(
    (visit) =>
      visit.patient_phone !== "" &&
      visits.every(
        (other) =>
          other === visit || (other.patient_mrn !== visit.patient_mrn && other.patient_phone !== visit.patient_phone),
      ),
  );

test("a person chooses the locations of their desk, and finds them again after a reload", async ({ page, demo }) => {
  const visits = await todaysVisits(demo);
  const location = visits.at(-1)?.location ?? "";
  const [elsewhere] = alone(visits.filter((visit) => visit.location !== location));
  if (!elsewhere) throw new Error("The demo has visits of several locations today");
  await new ConsolePage(page, demo).signIn();
  await page.getByRole("button", { name: "Desk: all" }).click();
  await page.getByRole("dialog").getByRole("checkbox", { name: location, exact: true }).click({ force: true });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: `Desk: ${location}` })).toBeVisible();
  await expect(list(page)).toContainText(/of \d+ at all desks/);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole("button", { name: `Desk: ${location}` })).toBeVisible({ timeout: 30_000 });
  // Who comes to the wrong desk is found all the same.
  await field(page).fill(elsewhere.patient_mrn);
  await expect(list(page).getByRole("listitem")).toHaveCount(1);
  await expect(list(page).getByRole("listitem")).toContainText(elsewhere.patient_name);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Desk: ${location}` }).click();
  await page.getByRole("button", { name: "Show all", exact: true }).click();
  await expect(list(page)).not.toContainText("at all desks");
});

test("anyone of today is checked in by a name or a number and Enter", async ({ page, demo }) => {
  const [visit] = alone(await todaysVisits(demo)).toReversed();
  if (!visit) throw new Error("The demo has visits today");
  await setStatus(demo, [visit], "SCH");
  await new ConsolePage(page, demo).signIn();
  await expect(field(page)).toBeVisible({ timeout: 30_000 });
  const effort = await Effort.from(page);
  await field(page).click();
  await page.keyboard.insertText(visit.patient_phone);
  await expect(list(page).getByRole("listitem")).toHaveCount(1);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(list(page).getByText(/: being checked in\.$/)).toContainText(visit.patient_name);
  const { clicks, keys } = await effort.spent();
  expect({ clicks, keys }).toEqual({ clicks: 1, keys: 1 });
  await expect
    .poll(
      async () =>
        (
          await lookAsOwner<{ status: string }>(
            "SELECT status FROM sandbox.appointment WHERE practice_id = $1 AND id = $2",
            [await firstAccount(demo), visit.emr_appointment_id],
          )
        )[0]?.status,
      { timeout: 60_000 },
    )
    .toBe("ARR");
  // The next name is typed over the last one.
  await page.keyboard.type("zzzz");
  await expect(field(page)).toHaveValue("zzzz");
  await expect(list(page)).toContainText("Nobody who has an appointment today.");
});

test("Enter checks in nobody where several are found, and nobody twice", async ({ page, demo }) => {
  const visits = await todaysVisits(demo);
  const [, visit] = alone(visits).toReversed();
  if (!visit) throw new Error("The demo has visits today");
  await setStatus(demo, [visit], "ROM");
  await new ConsolePage(page, demo).signIn();
  await expect(list(page).getByRole("listitem").first()).toBeVisible();
  await field(page).fill("a");
  await page.keyboard.press("Enter");
  await expect(list(page).getByText(/^\d+ appointments are found\. Type more/)).toBeVisible();
  await field(page).fill(visit.patient_mrn);
  await page.keyboard.press("Enter");
  await expect(list(page).getByText(/ is already: /)).toContainText(visit.patient_name);
  // Another test's change by the same person may be held meanwhile.
  const held = page.getByRole("region", { name: "About to be sent" }).filter({ hasText: visit.patient_name });
  await expect(held).toHaveCount(0);
});

test("Enter while the day is still being loaded checks in nobody, and says so", async ({ page, demo }) => {
  const [visit] = alone(await todaysVisits(demo));
  if (!visit) throw new Error("The demo has visits today");
  const account = await new ConsolePage(page, demo).enter("staff");
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/v1/appointments?*", async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto(`${account}/today`);
  await field(page).fill(visit.patient_mrn, { timeout: 30_000 });
  await page.keyboard.press("Enter");
  await expect(list(page)).toContainText("still being loaded. Nobody was checked in.");
  answer();
  await expect(list(page).getByRole("listitem")).toContainText(visit.patient_name, { timeout: 30_000 });
});

test.describe("late in the day", () => {
  test.use({ ownContext: true });

  test("early visits without an outcome are one line, which unfolds", async ({ page, demo }) => {
    const visits = await todaysVisits(demo);
    const early = visits.slice(0, 3);
    await setStatus(demo, early, "SCH");
    await page.clock.setFixedTime(new Date(Math.max(Date.now(), Date.parse(visits.at(-1)?.datetime ?? ""))));
    await new ConsolePage(page, demo).signIn();
    const fold = list(page).getByText(/^\d+ earlier visits without an outcome$/);
    await expect(fold).toBeVisible();
    const first = list(page)
      .getByRole("listitem")
      .filter({ hasText: early[0]?.patient_name ?? "" });
    await expect(first).toHaveCount(0);
    await list(page).getByRole("button", { name: "Show", exact: true }).click();
    await expect(first.first()).toBeVisible();
    await list(page).getByRole("button", { name: "Hide", exact: true }).click();
    await expect(first).toHaveCount(0);
  });
});
