import type { Page } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { asOwner } from "./support/as-owner.ts";
import { clinicClient, somePayment } from "./support/clinic-client.ts";
import { ConsolePage } from "./support/console.ts";
import { earlierToday } from "./support/earlier-today.ts";
import { Effort } from "./support/effort.ts";
import { firstAccount } from "./support/session.ts";
import { expect, test } from "./support/test.ts";

interface Appointment {
  id: string;
  emr_appointment_id: string;
  datetime: string;
  patient_name: string;
  provider_ehr_id: string;
}

type Demo = Parameters<typeof readApi>[0];

const dayFrom = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** Moves an upcoming visit to the present day at the clinic, as booked, so that its patient is late; each test takes another `place`. */
async function visitToday(demo: Demo, place: number): Promise<Appointment> {
  const { appointments } = await readApi<{ appointments: Appointment[] }>(
    demo,
    `/appointments?start_date=${dayFrom(10)}&end_date=${dayFrom(16)}&status=CNF`,
  );
  // Visits that other tests have moved shift the list by a few places.
  const visit = appointments[place * 8];
  if (!visit) throw new Error("The demo has no such visit");
  const account = await firstAccount(demo);
  for (const [table, key, owner] of [
    ["appointment", "emr_appointment_id", "linked_account_id"],
    ["sandbox.appointment", "id", "practice_id"],
  ])
    await asOwner(
      `UPDATE ${table} SET status = 'SCH', starts_at = ${earlierToday(30, "America/New_York", "$3")}
       WHERE ${owner} = $1 AND ${key} = $2 RETURNING ${key}`,
      [account, visit.emr_appointment_id, place],
    );
  return visit;
}

const rowOf = (page: Page, title: string, { patient_name }: Appointment) =>
  page.getByRole("region", { name: title }).getByRole("listitem").filter({ hasText: patient_name });

/** Returns the status codes that the EMR was asked to set for a visit, in the order of the jobs. */
const asked = async ({ emr_appointment_id }: Appointment) =>
  asOwner<{ code: string; status: string }>(
    "SELECT request ->> 'status' AS code, status FROM job WHERE identifiers ->> 'emr_appointment_id' = $1 ORDER BY id",
    [emr_appointment_id],
  );

/**
 * Holds the status changes of a page longer than the console asks for, so that a test need not be as fast as a person;
 * only the first of them if `times` is 1.
 */
const holdFor = (page: Page, seconds: number, times?: 1) =>
  page.route(
    "**/v1/appointments",
    (route) => route.continue({ headers: { ...route.request().headers(), "x-hold-seconds": String(seconds) } }),
    times && { times },
  );

test("a visit is set to arrived on Today in one tap, and then waits", async ({ page, demo }) => {
  const visit = await visitToday(demo, 0);
  await new ConsolePage(page, demo).signIn();
  const effort = await Effort.from(page);
  await page
    .getByRole("button", { name: `Set ${visit.patient_name} to Arrived` })
    .first()
    .click();
  expect((await effort.spent()).clicks).toBe(1);
  await expect(rowOf(page, "About to be sent", visit)).toContainText("Arrived");
  await expect.poll(() => asked(visit)).toEqual([{ code: "ARR", status: "completed" }]);
  const row = rowOf(page, "Waiting", visit);
  const all = page.getByRole("region", { name: "Waiting" }).getByRole("button", { name: /^Show all/ });
  // At some hours more patients of the demo wait than are shown at first, and this one has come last.
  await expect(row.or(all).first()).toBeVisible();
  if (await all.isVisible()) await all.click();
  await expect(row).toContainText("known");
  await expect(rowOf(page, "About to be sent", visit)).toHaveCount(0);
});

test("a visit is set to arrived with at most 20 keys, and no pointer", async ({ page, demo }) => {
  await visitToday(demo, 5);
  await new ConsolePage(page, demo).signIn();
  const arrived = page
    .getByRole("region", { name: "Today's appointments" })
    .getByRole("button", { name: /to Arrived$/ });
  await expect(arrived.first()).toBeVisible();
  const effort = await Effort.from(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  const focusedName = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  for (let presses = 0; presses < 20 && !/ to Arrived$/.test(await focusedName()); presses++) {
    await page.keyboard.press("Tab");
  }
  const [, patient = ""] = /^Set (.+) to Arrived$/.exec(await focusedName()) ?? [];
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "About to be sent" })).toContainText(`${patient}: Arrived`);
  const { clicks, keys } = await effort.spent();
  expect(clicks).toBe(0);
  expect(keys).toBeLessThanOrEqual(20);
});

test("a visit is set to another status with at most 20 keys, and no pointer", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  await visitToday(demo, 8);
  await new ConsolePage(page, demo).signIn();
  const menus = page
    .getByRole("region", { name: "Today's appointments" })
    .getByRole("button", { name: /^Status of .+ Change$/ });
  await expect(menus.first()).toBeVisible();
  const effort = await Effort.from(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const isOnMenu = () =>
    page.evaluate(() => /^Status of .+ Change$/.test(document.activeElement?.getAttribute("aria-label") ?? ""));
  for (let presses = 0; presses < 20 && !(await isOnMenu()); presses++) await page.keyboard.press("Tab");
  const name = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  const [, patient = ""] = /^Status of (.+): .+ Change$/.exec(name) ?? [];
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu").and(page.locator(":focus, :focus-within"))).toBeVisible();
  await page.keyboard.type("no");
  await expect(page.getByRole("menuitemradio", { name: "No show" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "About to be sent" })).toContainText(`${patient}: No show`);
  const { clicks, keys } = await effort.spent();
  expect(clicks).toBe(0);
  expect(keys).toBeLessThanOrEqual(20);
});

test("another status takes two clicks", { tag: "@long" }, async ({ page, demo }) => {
  const visit = await visitToday(demo, 6);
  await new ConsolePage(page, demo).signIn();
  const effort = await Effort.from(page);
  await page
    .getByRole("button", { name: new RegExp(`^Status of ${visit.patient_name}: .+ Change$`) })
    .first()
    .click();
  await page.getByRole("menuitemradio", { name: "In exam room" }).click();
  expect((await effort.spent()).clicks).toBe(2);
  await expect(rowOf(page, "About to be sent", visit)).toBeVisible();
});

test("a held change can be taken back however many jobs came after it", { tag: "@long" }, async ({ page, demo }) => {
  const visit = await visitToday(demo, 7);
  await new ConsolePage(page, demo).signIn();
  const account = page.url().split("/")[4] ?? "";
  const status = await page.evaluate(
    async ({ account, id }) => {
      const answer = await fetch("/v1/appointments", {
        method: "PATCH",
        headers: { "Content-Type": "application/json", "X-Linked-Account": account, "X-Hold-Seconds": "30" },
        body: JSON.stringify({ emr_appointment_id: id, status: "NOS" }),
      });
      return answer.status;
    },
    { account, id: visit.emr_appointment_id },
  );
  expect(status).toBeLessThan(300);
  // More than the tray looks at.
  const client = clinicClient(demo);
  const payment = await somePayment(client);
  for (let job = 0; job < 21; job++) await client("POST", "/payments", payment);
  await page.reload();
  await page.getByRole("button", { name: `Undo ${visit.patient_name}: No show` }).click();
  await expect.poll(() => asked(visit)).toEqual([{ code: "NOS", status: "cancelled" }]);
});

test("a change is taken back from another tab after the first one has closed", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const visit = await visitToday(demo, 1);
  await new ConsolePage(page, demo).signIn();
  const other = await page.context().newPage();
  await other.goto(page.url().replace("/today", "/patients"));
  await expect(other.getByText("Live", { exact: true })).toBeVisible();
  await holdFor(page, 30);
  await page
    .getByRole("button", { name: `Set ${visit.patient_name} to No show` })
    .first()
    .click();
  await expect(rowOf(other, "About to be sent", visit)).toContainText("No show");
  await page.close();
  await other.getByRole("button", { name: `Undo ${visit.patient_name}: No show` }).click();
  await expect(rowOf(other, "About to be sent", visit)).toContainText("Cancelled");
  await other.mouse.move(5, 5);
  await expect(rowOf(other, "About to be sent", visit)).toHaveCount(0);
  expect(await asked(visit)).toEqual([{ code: "NOS", status: "cancelled" }]);
  await other.close();
});

test("of two choices in a row the last one is sent, and a cancellation says the patient's name first", {
  tag: "@long",
}, async ({ page, demo }) => {
  const visit = await visitToday(demo, 2);
  await new ConsolePage(page, demo).signIn();
  const row = rowOf(page, "Today's appointments", visit);
  await holdFor(page, 30, 1);
  await row.getByRole("button", { name: `Set ${visit.patient_name} to Arrived` }).click();
  await page.getByRole("button", { name: `Set ${visit.patient_name} to In exam room` }).click();
  await expect
    .poll(() => asked(visit))
    .toEqual([
      { code: "ARR", status: "cancelled" },
      { code: "ROM", status: "completed" },
    ]);

  await row.getByRole("button", { name: new RegExp(`${visit.patient_name}$`) }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: `Status of ${visit.patient_name}: In exam room. Change` }).click();
  await page.getByRole("menuitemradio", { name: "Cancelled" }).click();
  const question = page.getByRole("dialog", { name: `${visit.patient_name}: set the visit to Cancelled?` });
  await question.getByRole("button", { name: "Keep the visit" }).click();
  expect(await asked(visit)).toHaveLength(2);
});

test("tomorrow's unconfirmed visits are set to confirmed together", { tag: "@long" }, async ({ page, demo }) => {
  const visits = await Promise.all([visitToday(demo, 3), visitToday(demo, 4)]);
  // At the beginning of the day: the list shows its first visits.
  for (const [index, { emr_appointment_id }] of visits.entries())
    await asOwner(
      `UPDATE appointment SET starts_at = (date_trunc('day', starts_at AT TIME ZONE $2) + interval '1 day' + $3 * interval '1 minute') AT TIME ZONE $2
       WHERE emr_appointment_id = $1 AND linked_account_id = $4 RETURNING id`,
      [emr_appointment_id, "America/New_York", index, await firstAccount(demo)],
    );
  await new ConsolePage(page, demo).signIn();
  const list = page.getByRole("region", { name: "Tomorrow, not confirmed" });
  for (const { patient_name } of visits) {
    await list
      .getByRole("checkbox", { name: `Choose ${patient_name}` })
      .first()
      .check({ force: true });
  }
  await list.getByRole("button", { name: "Set 2 to Confirmed" }).click();
  for (const visit of visits) await expect.poll(() => asked(visit)).toEqual([{ code: "CNF", status: "completed" }]);
});

test("an admin says what a visit status means, and the schedule follows", async ({ page, demo }) => {
  await new ConsolePage(page, demo).signIn("admin", "Integrations");
  const meaning = page.getByRole("button", { name: /Meaning of Rescheduled/ });
  await expect(meaning).toContainText("Cancelled");
  await meaning.click();
  await page.getByRole("option", { name: "No meaning" }).click();
  await expect(meaning).toContainText("No meaning");
  await page.getByRole("button", { name: "Use the proposal" }).click();
  await expect(meaning).toContainText("Cancelled");
});

test("the provider picker shows one provider only, and clears", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter()}/appointments?view=week`);
  const calendar = page.getByRole("region", { name: "Calendar" });
  await expect(calendar.getByRole("list")).toHaveCount(7);
  await page.getByRole("button", { name: /^Providers: / }).click();
  const chooser = page.getByRole("dialog", { name: "Providers" });
  await chooser
    .getByRole("button", { name: /^Only / })
    .nth(1)
    .click();
  await expect(page).toHaveURL(/providers=\d+/);
  await chooser.getByRole("button", { name: "Clear" }).click();
  await expect(page).not.toHaveURL(/providers=/);
});
