import type { Locator, Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./support/api.ts";
import { asOwner, lookAsOwner } from "./support/as-owner.ts";
import { type ClinicClient, clinicClient, somePayment } from "./support/clinic-client.ts";
import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { earlierToday } from "./support/earlier-today.ts";
import { failingPayments } from "./support/failing-payments.ts";
import { ownAccount } from "./support/own-account.ts";
import { pay } from "./support/payments.ts";
import { firstAccount } from "./support/session.ts";
import { expect, test } from "./support/test.ts";

interface Visit {
  emr_appointment_id: string;
  patient_name: string;
}

const dayFrom = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** The zone of `ownAccount`. */
const ZONE = "America/Chicago";

/** The reason of the visits that these tests have moved. */
const MOVED = "Rows that are held";

interface Desk {
  /** Of the linked account. */
  id: string;
  client: ClinicClient;
  /** Of its clinic. */
  zone: string;
  /** Address of its pages. */
  url: string;
}

let desk: Promise<Desk> | undefined;

/**
 * Returns the account of these tests, whose statuses mean what those of the demo do: no other spec's
 * visits stand before theirs, of which Today shows the first few alone.
 */
const deskOf = (demo: DemoFile): Promise<Desk> => {
  desk ??= ownAccount(demo).then(async ({ id, client }) => {
    await asOwner(
      "UPDATE linked_account SET visit_meanings = (SELECT visit_meanings FROM linked_account WHERE id = $2) WHERE id = $1",
      [id, await firstAccount(demo)],
    );
    return { id, client, zone: ZONE, url: `${demo.console_url}/a/${id}` };
  });
  return desk;
};

/** Opens the account's page Today as staff. */
async function enterToday(page: Page, demo: DemoFile): Promise<void> {
  const { url } = await deskOf(demo);
  await new ConsolePage(page, demo).enter();
  await page.goto(`${url}/today`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  // What loads last above and beside the visits.
  await expect(page.getByRole("searchbox", { name: "Find and check in" })).toBeVisible();
}

/**
 * Moves visits to the present day at the clinic, as booked, of patients who have no other on it. Those that were moved before are no
 * longer expected.
 */
async function visitsToday({ id, client, zone }: Omit<Desk, "url">, count: number): Promise<Visit[]> {
  const between = async (first: number, last: number): Promise<Visit[]> =>
    (await client("GET", `/appointments?start_date=${dayFrom(first)}&end_date=${dayFrom(last)}&category=appointment`))
      .appointments;
  const names = new Set((await between(-1, 1)).map(({ patient_name }) => patient_name));
  const visits: Visit[] = [];
  for (const visit of await between(10, 23)) {
    if (visits.length === count || names.has(visit.patient_name)) continue;
    names.add(visit.patient_name);
    visits.push(visit);
  }
  expect(visits).toHaveLength(count);
  for (const [table, key, account] of [
    ["sandbox.appointment", "id", "practice_id"],
    ["appointment", "emr_appointment_id", "linked_account_id"],
  ]) {
    await asOwner(
      `UPDATE ${table} SET status = 'ARR' WHERE status = 'SCH' AND reason = $1 AND ${account} = $2 RETURNING id`,
      [MOVED, id],
    );
    for (const [index, { emr_appointment_id }] of visits.entries())
      await asOwner(
        `UPDATE ${table} SET status = 'SCH', reason = $3, starts_at = ${earlierToday(30, zone, "$2")}
         WHERE ${key} = $1 AND ${account} = $4 RETURNING id`,
        [emr_appointment_id, index, MOVED, id],
      );
  }
  return visits;
}

/** Asks for a visit's status as a person, held back for some seconds. Returns the job's id. */
const holdStatus = (page: Page, { emr_appointment_id }: Visit, seconds: number): Promise<number> =>
  page.evaluate(
    async ({ id, hold }) => {
      const answer = await fetch("/v1/appointments", {
        method: "PATCH",
        headers: {
          "Content-Type": "application/json",
          "X-Linked-Account": window.location.pathname.split("/")[2] ?? "",
          "X-Hold-Seconds": String(hold),
        },
        body: JSON.stringify({ emr_appointment_id: id, status: "NOS" }),
      });
      return Number(((await answer.json()) as { job_id: number }).job_id);
    },
    { id: emr_appointment_id, hold: seconds },
  );

/** The most that a watched row's place and height differed from those at the beginning, in whole pixels. */
const STILL = [
  { top: 0, height: 0 },
  { top: 0, height: 0 },
];

/**
 * Watches where rows are on the screen in each frame, also for a moment only; the returned function ends it and returns by how
 * much each has moved and changed its height.
 */
async function watchPlaces(...rows: Locator[]): Promise<() => Promise<{ top: number; height: number }[]>> {
  const watched = await Promise.all(
    rows.map((row) =>
      row.evaluateHandle((element) => {
        const first = element.getBoundingClientRect();
        const most = { top: 0, height: 0, isEnded: false };
        const look = () => {
          const { top, height } = element.getBoundingClientRect();
          most.top = Math.max(most.top, Math.round(Math.abs(top - first.top)));
          most.height = Math.max(most.height, Math.round(Math.abs(height - first.height)));
          if (!most.isEnded) requestAnimationFrame(look);
        };
        look();
        return most;
      }),
    ),
  );
  return () =>
    Promise.all(
      watched.map((most) =>
        most.evaluate(
          (ended) =>
            new Promise<{ top: number; height: number }>((resolve) =>
              requestAnimationFrame(() => {
                ended.isEnded = true;
                resolve({ top: ended.top, height: ended.height });
              }),
            ),
        ),
      ),
    );
}

const topOf = async (row: Locator) => Math.round((await row.boundingBox())?.y ?? Number.NaN);
const region = (page: Page, name: string) => page.getByRole("region", { name });

/** A visit's row among today's on the page Today. */
const visitRow = (page: Page, { patient_name }: Visit) =>
  region(page, "Today's appointments").getByRole("listitem").filter({ hasText: patient_name }).first();

/** Whether the keyboard's focus is on the page itself, that is: lost. */
const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

/** Returns a visit's status in the copy of the account of these tests. */
async function statusOf(demo: DemoFile, { emr_appointment_id }: Visit): Promise<string | undefined> {
  const [found] = await lookAsOwner<{ status: string }>(
    "SELECT status FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = $2",
    [(await deskOf(demo)).id, emr_appointment_id],
  );
  return found?.status;
}

/** Has the EMR lose a visit, so that a job that changes it fails. */
async function loseVisit(demo: DemoFile, { emr_appointment_id }: Visit): Promise<void> {
  await asOwner("UPDATE sandbox.appointment SET id = id || '-gone' WHERE practice_id = $1 AND id = $2 RETURNING id", [
    (await deskOf(demo)).id,
    emr_appointment_id,
  ]);
}

test("a visit that is set to arrived stays in its row, done, until the pointer has left the list", async ({
  page,
  demo,
}) => {
  const [one] = await visitsToday(await deskOf(demo), 1);
  if (!one) throw new Error("The demo has no such visit");
  await enterToday(page, demo);
  const rows = region(page, "Today's appointments").getByRole("listitem");
  const row = rows.filter({ hasText: one.patient_name }).first();
  const before = await topOf(row);
  await row.getByRole("button", { name: /to Arrived$/ }).click();
  await expect.poll(() => statusOf(demo, one)).toBe("ARR");
  await expect(row.getByText("Done", { exact: true })).toBeVisible();
  await expect(row.getByRole("button", { name: /^Set .+ to / })).toHaveCount(0);
  expect(Math.abs((await topOf(row)) - before)).toBeLessThanOrEqual(2);
  await page.mouse.move(5, 5);
  await expect(row).toHaveCount(0);
});

test("with the keyboard the row stays as well, and the focus stays in it", async ({ page, demo }) => {
  const [one] = await visitsToday(await deskOf(demo), 1);
  if (!one) throw new Error("The demo has no such visit");
  await enterToday(page, demo);
  const row = region(page, "Today's appointments").getByRole("listitem").filter({ hasText: one.patient_name }).first();
  await page.keyboard.press("Tab");
  await row.getByRole("button", { name: /to Arrived$/ }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => statusOf(demo, one)).toBe("ARR");
  await expect(row.getByText("Done", { exact: true })).toBeVisible();
  expect(await isFocusLost(page)).toBe(false);
  await expect(row.locator(":focus")).toHaveCount(1);
  // With the focus elsewhere the row goes.
  await page.getByRole("button", { name: "New", exact: true }).focus();
  await expect(row).toHaveCount(0);
});

test("a failed job that a colleague tries again stays in its row, done", async ({ page, demo }) => {
  const { jobIds } = await failingPayments(demo, 1);
  await new ConsolePage(page, demo).signIn();
  const rows = region(page, "Failed jobs").getByRole("listitem");
  const name = page.getByRole("button", { name: `Payment job ${jobIds[0]}`, exact: true });
  const row = rows.filter({ has: name });
  await row.hover();
  const answer = await fetch(`${demo.base_url}/jobs/${jobIds[0]}/retry`, { method: "POST", headers: apiHeaders(demo) });
  expect(answer.status).toBe(202);
  await expect(row.getByText("Done", { exact: true })).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(row).toHaveCount(0);
});

test("new rows wait above the pointer with their number, and appear once it has left or asks", async ({
  page,
  demo,
}) => {
  await pay(demo);
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Activity");
  const rows = page.getByRole("table", { name: "Jobs", exact: true }).getByRole("row");
  const first = rows.nth(1);
  await first.hover();
  const name = await first.getByRole("checkbox").getAttribute("aria-label");
  const top = await topOf(first);
  await pay(demo);
  const newer = page.getByRole("button", { name: /^\d+ new$/ });
  await expect(newer).toBeVisible();
  expect(await topOf(first)).toBe(top);
  await expect(first.getByRole("checkbox")).toHaveAttribute("aria-label", name ?? "");
  await newer.click();
  await expect(first.getByRole("checkbox")).not.toHaveAttribute("aria-label", name ?? "");
  await expect(newer).toHaveCount(0);
});

test("a row that leaves a filtered table stays under the pointer, and a filter acts at once", async ({
  page,
  demo,
}) => {
  const { recalls } = await readApi<{ recalls: { id: string; reason: string; patient_mrn: string }[] }>(
    demo,
    "/recalls?status=open&limit=5",
  );
  const recall = recalls[2];
  const { settings } = await readApi<{ settings: { recall_closing_actions: { name: string }[] } }>(demo, "/settings");
  await page.goto(`${await new ConsolePage(page, demo).enter()}/recalls?status=open`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const rows = page.getByRole("table", { name: "Recalls" }).getByRole("row");
  await rows.nth(4).hover();
  const name = await rows.nth(4).textContent();
  const top = await topOf(rows.nth(4));
  const answer = await fetch(`${demo.base_url}/recalls/${recall?.id}/actions`, {
    method: "POST",
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    body: JSON.stringify({ action_taken: settings.recall_closing_actions[0]?.name }),
  });
  expect(answer.status).toBe(202);
  await expect(page.getByTitle("No longer in this list")).toHaveCount(1);
  expect(await rows.nth(4).textContent()).toBe(name);
  expect(await topOf(rows.nth(4))).toBe(top);
  // Sorting is the person's own change, made within the list.
  await page.getByRole("columnheader", { name: /^Due/ }).getByRole("button").click();
  await expect(page.getByTitle("No longer in this list")).toHaveCount(0);
});

test("nothing moves under the pointer when a message appears above the lists, nor when it goes", async ({
  page,
  demo,
}) => {
  // The row is far above what tells at the bottom that a change is sent, however many visits stand before it.
  await page.setViewportSize({ width: 1280, height: 1400 });
  const [one, other] = await visitsToday(await deskOf(demo), 2);
  if (!one || !other) throw new Error("The demo has no such visits");
  // The EMR no longer has the visit, so that its job fails.
  await loseVisit(demo, one);
  await enterToday(page, demo);
  const row = visitRow(page, one);
  await row.hover();
  const places = await watchPlaces(row, visitRow(page, other));
  await row.getByRole("button", { name: /to Arrived$/ }).click();
  const alert = page.getByRole("alert").filter({ hasText: `${one.patient_name} was not set to Arrived` });
  await expect(alert).toBeInViewport({ ratio: 0.9 });
  expect(await places()).toEqual(STILL);
  // Once the pointer has left, the page is at its beginning again.
  await page.mouse.move(5, 5);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(alert).toBeInViewport({ ratio: 1 });

  await row.hover();
  const whenGone = await watchPlaces(row, visitRow(page, other));
  await alert.getByRole("button", { name: "Dismiss" }).focus();
  await page.keyboard.press("Enter");
  await expect(alert).toHaveCount(0);
  expect(await whenGone()).toEqual(STILL);
  // The focus went back to the row.
  await page.getByRole("button", { name: "New", exact: true }).focus();
  const withRoom = await topOf(row);
  await page.mouse.move(5, 5);
  await expect.poll(() => topOf(row)).toBeLessThan(withRoom);
});

test("in the calendar no visit moves under the pointer when others come or it is moved itself", async ({
  page,
  demo,
}) => {
  // The demo's day is full.
  const account = { id: await firstAccount(demo), client: clinicClient(demo), zone: "America/New_York" };
  const { client, zone } = account;
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date());
  const { appointments } = await client(
    "GET",
    `/appointments?start_date=${today}&end_date=${today}&category=appointment`,
  );
  const visits = new Map((appointments as (Visit & { id: string })[]).map((visit) => [visit.id, visit]));
  await page.goto(`${await new ConsolePage(page, demo).enter()}/appointments?view=day`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const items = page.locator("[data-item]");
  await expect(items.first()).toBeAttached();
  // The page begins at the present hour, at night beside few visits; the test goes where most of them stand beside each other.
  const crowded = await items.evaluateAll((all) => {
    const tops = all.map((item) => item.getBoundingClientRect().top);
    const near = tops.map((top) => tops.filter((other) => Math.abs(other - top) < 150).length);
    return near.indexOf(Math.max(...near));
  });
  await items.nth(crowded).evaluate((item) => item.scrollIntoView({ block: "center" }));
  // Items in full sight, of which the first is pointed at.
  const seen = await items.evaluateAll((all) =>
    all.flatMap((item) => {
      const { top, bottom, left, right } = item.getBoundingClientRect();
      const isOnTop = item.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      return isOnTop && top > 320 && bottom < 780 ? [item.getAttribute("data-item") ?? ""] : [];
    }),
  );
  const [pointed, beside, notified] = seen.flatMap((id) => visits.get(id) ?? []);
  if (!pointed || !beside || !notified) throw new Error("The calendar shows too few visits");
  const itemOf = ({ id }: { id: string }) => page.locator(`[data-item="${id}"]`);
  await itemOf(pointed).hover();
  const places = await watchPlaces(itemOf(pointed), itemOf(beside));
  // One comes hours before the first that is drawn, and the visit under the pointer moves by an hour.
  const [comes] = await visitsToday(account, 1);
  if (!comes) throw new Error("The demo has no such visit");
  await asOwner(
    `UPDATE appointment SET starts_at = starts_at + interval '1 hour'
     WHERE linked_account_id = $1 AND emr_appointment_id = $2 RETURNING id`,
    [account.id, pointed.emr_appointment_id],
  );
  await client("PATCH", "/appointments", { emr_appointment_id: notified.emr_appointment_id, status: "CMP" });
  await expect(page.getByRole("button", { name: "2 new", exact: true })).toBeVisible();
  await expect(page.getByTitle("No longer in this list")).toHaveCount(1);
  expect(await places()).toEqual(STILL);
  const before = await topOf(itemOf(pointed));
  await page.mouse.move(5, 5);
  await expect(page.getByRole("button", { name: "2 new", exact: true })).toHaveCount(0);
  await expect.poll(() => topOf(itemOf(pointed))).not.toBe(before);
});

/**
 * Moves a visit in the copy to a later minute, as a reading that found it so in the EMR. Another reading's end then tells open pages
 * by the stream that visits may have changed. Returns when the visit begins now: "9:20 AM".
 */
async function moveByReading(demo: DemoFile, { emr_appointment_id: id }: Visit, minutes: number): Promise<string> {
  const { id: account, client } = await deskOf(demo);
  const [moved] = await asOwner<{ begins: string }>(
    `UPDATE appointment SET starts_at = starts_at + make_interval(mins => $3)
     WHERE linked_account_id = $1 AND emr_appointment_id = $2
     RETURNING to_char(starts_at AT TIME ZONE '${ZONE}', 'FMHH12:MI AM') AS begins`,
    [account, id, minutes],
  );
  await client("POST", "/appointments/fetch", { start_date: dayFrom(20), end_date: dayFrom(20) });
  return moved?.begins ?? "";
}

test("a visit that the EMR has moved to another time takes its new place once the pointer has left", {
  tag: "@long",
}, async ({ page, demo }) => {
  const { url } = await deskOf(demo);
  await new ConsolePage(page, demo).enter();
  for (const at of ["today", "appointments?view=agenda"]) {
    const [moves, pointed, below] = await visitsToday(await deskOf(demo), 3);
    if (!moves || !pointed || !below) throw new Error("The demo has no such visits");
    await page.mouse.move(5, 5);
    await page.goto(`${url}/${at}`);
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    const opens = ({ patient_name }: Visit) => page.getByRole("button", { name: patient_name }).first();
    // A long list draws what is near alone.
    await expect(async () => {
      if (!(await opens(below).isVisible())) await page.mouse.wheel(0, 400);
      await expect(opens(below)).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await opens(pointed).hover();
    const order = async () => {
      const tops = await Promise.all([moves, pointed, below].map((visit) => topOf(opens(visit))));
      return tops.map((top) => tops.toSorted((a, b) => a - b).indexOf(top));
    };
    expect(await order()).toEqual([0, 1, 2]);
    const places = await watchPlaces(opens(moves), opens(pointed), opens(below));
    const readAgain = page.waitForResponse((each) => /\/v1\/appointments\?/.test(each.url()));
    const begins = await moveByReading(demo, moves, 10);
    await readAgain;
    await expect(page.getByText(begins).first()).toBeVisible();
    expect(await places()).toEqual([...STILL, { top: 0, height: 0 }]);
    await page.mouse.move(5, 5);
    await expect.poll(order).toEqual([2, 0, 1]);
  }
});

test("the rows of the webhook log and of a sorted table stay where they are", async ({ page, demo }) => {
  await pay(demo);
  await pay(demo);
  const base = await new ConsolePage(page, demo).enter("admin");
  for (const [path, table] of [
    ["webhooks?view=log", "Events"],
    ["activity?jobs-sort=-status", "Jobs"],
  ] as const) {
    await page.goto(`${base}/${path}`);
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    const rows = page.getByRole("table", { name: table, exact: true }).getByRole("row");
    await rows.nth(1).hover();
    const places = await watchPlaces(rows.nth(1), rows.nth(2));
    await pay(demo);
    await expect(page.getByRole("button", { name: /^\d+ new$/ })).toBeVisible();
    expect(await places()).toEqual(STILL);
    await page.mouse.move(5, 5);
  }
});

test("the buttons of a job's panel stay under the pointer and the keyboard's focus while the job goes on", {
  tag: "@long",
}, async ({ page, demo }) => {
  const [goes, fails] = await visitsToday(await deskOf(demo), 2);
  if (!goes || !fails) throw new Error("The demo has no such visits");
  await loseVisit(demo, fails);
  const console = new ConsolePage(page, demo);
  await enterToday(page, demo);
  const account = page.url().split("?")[0];
  for (const [visit, end, next] of [
    [goes, "Completed", "Another one like this"],
    [fails, "Failed", "Correct and send"],
  ] as const) {
    const jobId = await holdStatus(page, visit, 8);
    await page.goto(`${account}?job=${jobId}`);
    const button = (name: string) => console.panel.getByRole("button", { name, exact: true });
    const cancel = button("Cancel this job");
    await expect(cancel).toBeVisible();
    if (end === "Completed") {
      await cancel.hover();
    } else {
      await page.mouse.move(5, 5);
      await page.keyboard.press("Tab");
      await cancel.focus();
    }
    const places = await watchPlaces(cancel, button("Done"), button("Another one like this"));
    await expect(console.step).toContainText(end);
    await expect(button(next)).toBeVisible();
    // It no longer does anything, and what it was is not done by another button in its place.
    await expect(cancel).toHaveAttribute("aria-disabled", "true");
    await cancel.press("Enter");
    await cancel.click({ force: true });
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    expect(await places()).toEqual([...STILL, { top: 0, height: 0 }]);
    if (end === "Failed") await button("Done").focus();
    await page.mouse.move(5, 5);
    await page.getByRole("button", { name: "New", exact: true }).focus();
    await expect(cancel).toHaveCount(0);
  }
});

test("the list of recent jobs, and that of what is about to be sent, hold still under the pointer", {
  tag: "@long",
}, async ({ page, demo }) => {
  const visits = await visitsToday(await deskOf(demo), 2);
  const [one, other] = visits;
  if (!one || !other) throw new Error("The demo has no such visits");
  const { client } = await deskOf(demo);
  const payment = await somePayment(client);
  for (let job = 0; job < 2; job++) await client("POST", "/payments", payment);
  await enterToday(page, demo);
  await page.getByRole("button", { name: /ecent jobs/ }).click();
  const tray = page.getByRole("dialog", { name: "Recent jobs" });
  const jobs = tray.getByRole("listitem");
  await jobs.nth(1).hover();
  const placesOfJobs = await watchPlaces(jobs.nth(0), jobs.nth(1));
  const names = await jobs.allTextContents();
  await client("POST", "/payments", payment);
  await expect(tray.getByRole("button", { name: /^\d+ new$/ })).toBeVisible();
  expect(await placesOfJobs()).toEqual(STILL);
  const numbers = (texts: string[]) => texts.map((text) => /Payment (\d+)/.exec(text)?.[1]);
  expect(numbers(await jobs.allTextContents())).toEqual(numbers(names));
  await page.keyboard.press("Escape");

  await holdStatus(page, other, 30);
  const list = region(page, "About to be sent");
  const rowOf = ({ patient_name }: Visit) => list.getByRole("listitem").filter({ hasText: patient_name });
  const undo = (visit: Visit) => list.getByRole("button", { name: `Undo ${visit.patient_name}: No show` });
  await undo(other).hover();
  const placesOfHeld = await watchPlaces(rowOf(other), undo(other));
  // One that comes meanwhile is added above, and can be taken back as well.
  await holdStatus(page, one, 30);
  await expect(rowOf(one)).toBeVisible();
  await undo(other).click();
  await expect(rowOf(other).getByText("Cancelled")).toBeVisible();
  await expect(undo(other)).toHaveAttribute("aria-disabled", "true");
  await undo(one).click();
  await expect(rowOf(one).getByText("Cancelled")).toBeVisible();
  expect(await placesOfHeld()).toEqual(STILL);
  await page.mouse.move(5, 5);
  await expect(list.getByRole("listitem")).toHaveCount(0);
});

test("a session that is ended stays in its row, done, until the pointer has left the table", { tag: "@long" }, async ({
  page,
  browser,
  demo,
}) => {
  for (let session = 0; session < 3; session += 1) {
    // Another browser than those of the sessions that other tests share.
    const other = await browser.newContext({
      userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
    });
    await new ConsolePage(await other.newPage(), demo).signInByForm();
    await other.close();
  }
  await page.goto(`${await new ConsolePage(page, demo).enter()}/account`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const rows = page.getByRole("table", { name: "Sessions" }).getByRole("row");
  const others = rows.filter({ hasText: "Firefox" });
  await expect(others).toHaveCount(3);
  await others.nth(1).hover();
  const count = await rows.count();
  const places = await watchPlaces(others.nth(1), others.nth(2));
  await others.nth(1).getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByTitle("No longer in this list")).toHaveCount(1);
  await expect(rows).toHaveCount(count);
  expect(await places()).toEqual(STILL);
  await page.mouse.move(5, 5);
  await expect(rows).toHaveCount(count - 1);
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test("the row stays, as it is by now, until another place is touched", async ({ page, demo }) => {
    const [one, other] = await visitsToday(await deskOf(demo), 2);
    if (!one || !other) throw new Error("The demo has no such visits");
    await enterToday(page, demo);
    const row = visitRow(page, one);
    await row.scrollIntoViewIfNeeded();
    const places = await watchPlaces(row, visitRow(page, other));
    await row.getByRole("button", { name: /to Arrived$/ }).tap();
    await expect.poll(() => statusOf(demo, one)).toBe("ARR");
    await expect(row.getByText("Done", { exact: true })).toBeVisible();
    await expect(row.getByRole("button", { name: /: Arrived\. Change$/ })).toBeVisible();
    expect(await places()).toEqual(STILL);
    await page.getByRole("heading", { name: "Today", level: 1 }).tap();
    await expect(row).toHaveCount(0);
  });

  test("a job's panel that was not touched yet keeps its buttons where they are while the job goes on", {
    tag: "@long",
  }, async ({ page, demo }) => {
    const [goes, fails] = await visitsToday(await deskOf(demo), 2);
    if (!goes || !fails) throw new Error("The demo has no such visits");
    await loseVisit(demo, fails);
    const console = new ConsolePage(page, demo);
    await enterToday(page, demo);
    const account = page.url().split("?")[0];
    for (const [visit, end] of [
      [goes, "Completed"],
      [fails, "Failed"],
    ] as const) {
      const jobId = await holdStatus(page, visit, 8);
      await page.goto(`${account}?job=${jobId}`);
      const button = console.panel.getByRole("button", { name: "Done", exact: true });
      await expect(console.panel.getByRole("button", { name: "Cancel this job" })).toBeVisible();
      const places = await watchPlaces(button);
      await expect(console.step).toContainText(end);
      await expect(console.panel.getByRole("button", { name: "Cancel this job" })).toHaveCount(0);
      expect(await places()).toEqual([{ top: 0, height: 0 }]);
    }
  });

  test("the list is left when it is scrolled out of sight", async ({ page, demo }) => {
    const [one] = await visitsToday(await deskOf(demo), 1);
    if (!one) throw new Error("The demo has no such visit");
    await enterToday(page, demo);
    const row = visitRow(page, one);
    await row.getByRole("button", { name: /to Arrived$/ }).tap();
    await expect(row.getByText("Done", { exact: true })).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(row).toHaveCount(0);
  });
});
