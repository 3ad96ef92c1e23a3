import type { Page } from "@playwright/test";
import type { AnyBody } from "#lib/testing/any-body";
import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import type { ClinicClient } from "./support/clinic-client.ts";
import { ConsolePage } from "./support/console.ts";
import { ownAccount } from "./support/own-account.ts";
import { expect, test } from "./support/test.ts";

/** The zone of `ownAccount`. */
const ZONE = "America/Chicago";

const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("sv-SE", { timeZone: ZONE });

/** Reads some days live from the EMR, and waits for the end. */
async function fetchDays(client: ClinicClient): Promise<void> {
  const { job_id: job } = await client("POST", "/appointments/fetch", { start_date: dayIn(-1), end_date: dayIn(10) });
  await expect
    .poll(async () => (await client("GET", `/jobs/${job}`)).job.status, { timeout: 60_000 })
    .toBe("completed");
}

const visitsOn = async (client: ClinicClient, day: string): Promise<AnyBody[]> =>
  (await client("GET", `/appointments?start_date=${day}&end_date=${day}&category=appointment&status=SCH`)).appointments;

/** Returns the first coming day with at least three visits, and these. */
async function someDay(client: ClinicClient): Promise<{ day: string; visits: AnyBody[] }> {
  for (const days of [1, 2, 3, 4]) {
    const visits = await visitsOn(client, dayIn(days));
    if (visits.length >= 3) return { day: dayIn(days), visits };
  }
  throw new Error("The account has no visits in the coming days");
}

/** Changes one visit in an account's simulated EMR. `change`: SQL before WHERE; its values begin with `$3`. */
const inEmr = (account: string, change: string, visit: AnyBody, ...values: unknown[]) =>
  asOwner(`${change} WHERE practice_id = $1 AND id = $2 RETURNING id`, [account, visit.emr_appointment_id, ...values]);

const pill = (page: Page) => page.getByRole("button", { name: /^\d+ changed since you looked$/ });
const live = (page: Page) => expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });

test("the calendar marks the visits that the EMR changed since the person looked, until they are opened", {
  tag: "@long",
}, async ({ page, demo }) => {
  // The test waits for the first sync of a new account.
  test.setTimeout(300_000);
  const { id, client } = await ownAccount(demo);
  await fetchDays(client);
  const { day, visits } = await someDay(client);
  const [moved, cancelled, own] = visits as [AnyBody, AnyBody, AnyBody];
  await inEmr(id, "UPDATE sandbox.appointment SET reason = 'Before the first look'", moved);
  await fetchDays(client);
  await new ConsolePage(page, demo).enter("staff");
  const calendar = `${demo.console_url}/a/${id}/appointments?view=agenda&day=${day}`;
  await page.goto(calendar);
  await live(page);
  const entry = ({ patient_name: name }: AnyBody) =>
    page.getByRole("button", { name: new RegExp(`^${name}(, changed|$)`) }).first();
  await expect(entry(moved)).toBeVisible({ timeout: 30_000 });
  const looked = () => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("crc.looked ")));
  await expect.poll(looked, { timeout: 30_000 }).toBe(true);
  const mark = ({ patient_name: name }: AnyBody) =>
    page.getByRole("button", { name: `${name} , changed since you looked: ` });
  await expect(mark(moved)).toHaveCount(0);

  // The page is open: what the EMR changes comes by the stream, and what a person here does is no mark.
  await inEmr(id, "UPDATE sandbox.appointment SET reason = 'Back pain'", moved);
  await inEmr(id, "UPDATE sandbox.appointment SET status = 'CAN'", cancelled);
  const { job_id: job } = await client("PATCH", "/appointments", {
    emr_appointment_id: own.emr_appointment_id,
    status: "CNF",
  });
  await expect
    .poll(async () => (await client("GET", `/jobs/${job}`)).job.status, { timeout: 60_000 })
    .toBe("completed");
  await fetchDays(client);
  await expect(mark(moved)).toHaveAccessibleName(
    /changed since you looked: Reason Before the first look → Back pain, noticed \d/,
    { timeout: 30_000 },
  );
  await expect(mark(cancelled)).toHaveAccessibleName(/: Status .+ → Cancelled.*, noticed \d/);
  await expect(mark(own)).toHaveCount(0);
  await expect(pill(page)).toHaveAccessibleName("2 changed since you looked");
  expect(await findingsInBothThemes(page)).toEqual([]);

  // A reload takes no mark away, and another tab has them, too.
  await page.reload();
  await expect(mark(moved)).toHaveCount(1, { timeout: 30_000 });
  const tab = await page.context().newPage();
  await tab.goto(calendar.replace("agenda", "day"));
  const item = (visit: AnyBody) => tab.locator(`[data-item="${visit.id}"]`);
  await expect(item(moved)).toContainText("changed since you looked: Reason Before the first look → Back pain", {
    timeout: 30_000,
  });
  await expect(item(own)).not.toContainText("changed since you looked");
  await expect(item(moved).locator("[data-changed]")).toHaveCount(1);
  expect(await findingsInBothThemes(tab)).toEqual([]);

  // To open the visit by its mark takes the mark away, in the other tab as well.
  await mark(moved).click();
  await expect(page.getByRole("dialog")).toContainText("Back pain", { timeout: 30_000 });
  await page.keyboard.press("Escape");
  await expect(mark(moved)).toHaveCount(0);
  await expect(item(moved)).not.toContainText("changed since you looked", { timeout: 30_000 });
  await tab.close();

  await inEmr(id, "UPDATE sandbox.appointment SET reason = 'Fever'", moved);
  await inEmr(id, "DELETE FROM sandbox.appointment", own);
  await fetchDays(client);
  await expect(pill(page)).toHaveAccessibleName("3 changed since you looked", { timeout: 30_000 });
  await pill(page).click();
  const list = page.getByRole("dialog", { name: "Changed since you looked" });
  const gone = list.getByRole("listitem").filter({ hasText: own.patient_name });
  await expect(gone).toContainText("No longer in the EMR, noticed");
  await expect(list.getByRole("listitem").filter({ hasText: moved.patient_name })).toContainText(
    "Reason Back pain → Fever, noticed",
  );
  expect(await findingsInBothThemes(page)).toEqual([]);
  await list.getByRole("button", { name: "Mark all as seen" }).click();
  await expect(pill(page)).toHaveCount(0);
  await expect(mark(moved)).toHaveCount(0);
});

test("Today marks what changed of its visits, and says it to a person who comes back the next day", {
  tag: "@long",
}, async ({ page, demo }) => {
  test.setTimeout(300_000);
  const { id, client } = await ownAccount(demo);
  // Of the present hour, so that the visits stand among the first whenever the test runs.
  const [first, second] = (await visitsOn(client, (await someDay(client)).day)) as [AnyBody, AnyBody];
  const begin = `greatest(date_trunc('day', now() AT TIME ZONE '${ZONE}') AT TIME ZONE '${ZONE}', now() - interval '5 minutes')`;
  for (const visit of [first, second])
    await inEmr(id, `UPDATE sandbox.appointment SET starts_at = ${begin}, status = 'SCH'`, visit);
  await fetchDays(client);
  await new ConsolePage(page, demo).enter("staff");
  await page.goto(`${demo.console_url}/a/${id}/today`);
  await live(page);
  const looks = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((each) => each.startsWith("crc.looked "));
      return key ? (localStorage.getItem(key) ?? "") : "";
    });
  await expect.poll(looks, { timeout: 30_000 }).toContain("upTo");
  await expect(pill(page)).toHaveCount(0);
  await page.goto("about:blank");

  await inEmr(id, "UPDATE sandbox.appointment SET reason = 'Rash'", first);
  await fetchDays(client);
  await page.goto(`${demo.console_url}/a/${id}/today`);
  await expect(pill(page)).toHaveAccessibleName("1 changed since you looked", { timeout: 30_000 });
  const marked = page
    .getByRole("region", { name: "Today's appointments" })
    .getByRole("listitem")
    .filter({ hasText: first.patient_name });
  await expect(marked).toContainText(/changed since you looked: Reason .+ → Rash, noticed \d/, { timeout: 30_000 });
  await expect(marked.locator("[data-changed]")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  // The look at the page ends with the day: what it showed then is no news, and what came since is.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith("crc.looked ")) ?? "";
    const looked = JSON.parse(localStorage.getItem(key) ?? "{}");
    looked.pages.today.at -= 86_400_000;
    localStorage.setItem(key, JSON.stringify(looked));
  });
  await page.goto("about:blank");
  await inEmr(id, "UPDATE sandbox.appointment SET reason = 'Cough'", second);
  await fetchDays(client);
  await page.goto(`${demo.console_url}/a/${id}/today`);
  await expect(pill(page)).toHaveAccessibleName("1 changed since you looked", { timeout: 30_000 });
  await pill(page).click();
  const list = page.getByRole("dialog", { name: "Changed since you looked" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list.getByRole("listitem")).toContainText("→ Cough, noticed");
  expect(await findingsInBothThemes(page)).toEqual([]);
  await list.getByRole("button", { name: second.patient_name }).click();
  await expect(page.getByRole("dialog")).toContainText("Cough", { timeout: 30_000 });
  await page.keyboard.press("Escape");
  await expect(pill(page)).toHaveCount(0);
});

test("Today and the calendar stand without marks and without an error for whoever may not read changes", async ({
  page,
  demo,
}) => {
  let asked = 0;
  await page.route("**/v1/changes/history*", (route) => {
    asked++;
    return route.fulfill({ status: 403, json: { success: false, message: "Needs the permission changes:read" } });
  });
  const account = await new ConsolePage(page, demo).enter("staff");
  for (const path of ["today", "appointments?view=agenda"]) {
    const before = asked;
    await page.goto(`${account}/${path}`);
    await live(page);
    // Each event of the account has the page ask anew.
    await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(before);
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible({ timeout: 30_000 });
    // The framework has an empty one of its own beside it.
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    await expect(pill(page)).toHaveCount(0);
    await expect(page.locator("[data-changed]")).toHaveCount(0);
  }
});

test("a page that may not ask for changes asks once, whatever the EMR changes beside it", async ({ page, demo }) => {
  const { id, client } = await ownAccount(demo);
  const [visit] = (await visitsOn(client, (await someDay(client)).day)) as [AnyBody];
  let asked = 0;
  await page.route("**/v1/changes/history*", (route) => {
    asked++;
    return route.fulfill({ status: 403, json: { success: false, message: "Needs the permission changes:read" } });
  });
  await new ConsolePage(page, demo).enter("staff");
  await page.goto(`${demo.console_url}/a/${id}/patients/${visit.patient_mrn}`);
  await live(page);
  await page.goto(`${demo.console_url}/a/${id}/today`);
  await live(page);
  await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(0);
  const before = asked;
  for (const reason of ["Rash", "Cough", "Fever"]) {
    const read = page.waitForResponse((answer) => answer.url().includes("/v1/appointments?"), { timeout: 30_000 });
    await inEmr(id, "UPDATE sandbox.appointment SET reason = $3", visit, reason);
    await fetchDays(client);
    await read;
  }
  expect(asked - before).toBeLessThanOrEqual(1);
});
