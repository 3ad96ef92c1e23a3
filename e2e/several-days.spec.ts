import type { Page } from "@playwright/test";
import { addDays, todayIn } from "#lib/kernel/dates";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./support/api.ts";
import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

interface Visit {
  id: string;
  provider_ehr_id: string;
  patient_name: string;
}

/** A day of the clinic, in New York, on which the demo has nothing: the Monday `weeks` after a Monday of 2028. */
const mondayOf = (weeks: number, days = 0) =>
  new Date(Date.UTC(2028, 5, 5 + weeks * 7 + days)).toISOString().slice(0, 10);

/** Copies of a visit of the demo with other values; `startsAt` in ISO 8601, `minutes` its duration. */
async function addCopies(visit: Visit, copies: { startsAt: string; minutes: number; patient?: boolean }[]) {
  for (const { startsAt, minutes, patient = true } of copies) {
    await asOwner(
      `INSERT INTO appointment SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
          'emr_appointment_id', gen_random_uuid(), 'starts_at', $2::timestamptz, 'duration', $3::int)
          || CASE WHEN $4 THEN '{}'::jsonb ELSE '{"patient_mrn": null, "patient_ehr_id": null, "reason": "Team meeting"}'::jsonb END)).*
        FROM appointment a WHERE replace(a.id::text, '-', '') = $1 RETURNING id`,
      [visit.id, startsAt, minutes, patient],
    );
  }
}

async function aVisit(demo: DemoFile): Promise<Visit> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const query = `start_date=${day(0)}&end_date=${day(9)}&limit=1&status=CNF`;
  const [visit] = (await readApi<{ appointments: Visit[] }>(demo, `/appointments?${query}`)).appointments;
  if (!visit) throw new Error("The demo has no visit");
  return visit;
}

/** Signs in, and returns a function that opens the appointments with these query parameters. */
async function opener(page: Page, demo: DemoFile) {
  const account = await new ConsolePage(page, demo).enter();
  return (given: Record<string, string>) => page.goto(`${account}/appointments?${new URLSearchParams(given)}`);
}

test("visits over midnight and of several days stand on each of their days", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const visit = await aVisit(demo);
  const [monday, tuesday, wednesday, thursday] = [0, 1, 2, 3].map((days) => mondayOf(0, days));
  await addCopies(visit, [
    { startsAt: `${monday}T23:30:00-04:00`, minutes: 90 },
    { startsAt: `${monday}T13:00:00-04:00`, minutes: 2 * 1_440 },
    { startsAt: `${tuesday}T09:00:00-04:00`, minutes: 30, patient: false },
  ]);
  const open = await opener(page, demo);
  const providers = visit.provider_ehr_id;
  const items = page.locator("[data-item]");

  await open({ view: "day", day: tuesday ?? "", providers });
  await expect(items).toHaveCount(3);
  await expect(items.filter({ hasText: /since Mon, Jun 5, 11:30 PM/ })).toHaveCount(1);
  await expect(items.filter({ hasText: "Team meeting" })).toHaveCount(1);
  await expect(items.filter({ hasText: "Open" })).toHaveCount(0);
  await items.filter({ hasText: "Team meeting" }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.locator("[data-item]:focus")).toContainText(/since/);
  expect(await findingsInBothThemes(page)).toEqual([]);

  await open({ view: "week", day: tuesday ?? "", providers });
  const perDay = (day: string) => page.getByRole("list", { name: new RegExp(day) }).locator("[data-item]");
  await expect(perDay("Mon, Jun 5")).toHaveCount(2);
  await expect(perDay("Tue, Jun 6")).toHaveCount(3);
  await expect(perDay("Wed, Jun 7")).toHaveCount(1);
  await expect(perDay("Thu, Jun 8")).toHaveCount(0);

  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await open({ view: "agenda", day: tuesday ?? "", providers });
    const agenda = page.getByRole("list", { name: "Agenda" });
    await expect(agenda.getByRole("button", { name: visit.patient_name, exact: true })).toHaveCount(3);
    await expect(agenda.getByText(/until Wed, Jun 7, 1:00 PM/)).toHaveCount(2);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await open({ view: "table", start_date: wednesday ?? "", end_date: wednesday ?? "" });
  const table = page.getByRole("table", { name: "Appointments" });
  await expect(table.getByRole("row").filter({ hasText: "Mon, Jun 5 – Wed, Jun 7" })).toHaveCount(1);
  await open({ view: "table", start_date: tuesday ?? "", end_date: tuesday ?? "" });
  const meeting = table.getByRole("row").filter({ hasText: "Team meeting" });
  await expect(meeting.getByRole("button").first()).toHaveAccessibleName(/Team meeting/);
  await expect(meeting.getByText("open slot")).toHaveCount(0);
  await expect(meeting.getByRole("link")).toHaveCount(0);
  await open({ view: "table", start_date: thursday ?? "", end_date: thursday ?? "" });
  await expect(page.getByText("Nothing matches")).toBeVisible();

  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await open({ view: "day", day: wednesday ?? "", providers });
  await expect(items).toHaveCount(1);
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html[data-printed]")).toBeAttached();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const row = page.locator(".print-sheet").getByRole("row", { name: new RegExp(visit.patient_name) });
  await expect(row).toContainText(/since Mon, Jun 5, 1:00 PM/);
  await expect(row).toContainText(/until Wed, Jun 7, 1:00 PM/);
  const paper = await page.locator(".print-sheet").evaluate((sheet) => ({
    ink: getComputedStyle(sheet).color,
    page: getComputedStyle(document.documentElement).backgroundColor,
  }));
  expect(paper).toEqual({ ink: "rgb(0, 0, 0)", page: "rgb(255, 255, 255)" });
  expect((await page.pdf()).length).toBeGreaterThan(1_000);
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
});

test("on Today a visit that began last night says when it began and when it ends", async ({ page, demo }) => {
  const visit = await aVisit(demo);
  const lastNight = addDays(todayIn("America/New_York"), -1);
  // 10:30 PM in winter, 11:30 PM in summer.
  await addCopies(visit, [{ startsAt: `${lastNight}T22:30:00-05:00`, minutes: 150 }]);
  try {
    await new ConsolePage(page, demo).signIn();
    // Once it is over, it stands in the line of earlier visits without an outcome, and is found all the same.
    await page.getByRole("searchbox", { name: "Find and check in" }).fill(visit.patient_name, { timeout: 30_000 });
    const row = page
      .getByRole("region", { name: "Today's appointments" })
      .getByRole("listitem")
      .filter({ hasText: /1[01]:30\sPM/ })
      .first();
    await expect(row.getByRole("button", { name: new RegExp(`PM ${visit.patient_name}`) })).toBeVisible();
    await expect(row).toContainText(/until [12]:00\sAM/);
  } finally {
    await asOwner("DELETE FROM appointment WHERE starts_at = $1::timestamptz AND duration = 150 RETURNING id", [
      `${lastNight}T22:30:00-05:00`,
    ]);
  }
});

test("thirty visits at once stay in their column, some with their names and the others in a list", {
  tag: "@long",
}, async ({ page, demo }) => {
  const visit = await aVisit(demo);
  const day = mondayOf(2);
  const at = (startsAt: string) => ({ startsAt: `${day}T${startsAt}-04:00`, minutes: 20 });
  await addCopies(visit, [...Array.from({ length: 30 }, () => at("09:00:00")), at("10:00:00")]);
  const open = await opener(page, demo);
  for (const [view, width] of [
    ["week", 1280],
    ["day", 375],
    ["week", 768],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await open({ view, day, providers: visit.provider_ehr_id });
    const column = page.getByRole("list", { name: /Mon, Jun 19/ });
    const crowd = column.getByRole("button", { name: /^\d+ more at 9:00/ });
    await expect(crowd).toBeVisible();
    const drawn = await column.locator("[data-item]").count();
    // The visit at 10 and the button stand beside those at 9.
    await expect(crowd).toHaveAccessibleName(new RegExp(`^${30 - (drawn - 2)} more at`));
    const frame = await column.boundingBox();
    for (const item of await column.locator("[data-item]").all()) {
      const box = await item.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual((frame?.x ?? 0) - 1);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0) + 1);
      expect(box?.width).toBeGreaterThanOrEqual((await item.getAttribute("data-holds")) === null ? 50 : 24);
    }
  }
  const column = page.getByRole("list", { name: /Mon, Jun 19/ });
  await column.locator("[data-item]").first().focus();
  const focused = page.locator("[data-item]:focus");
  for (let presses = 0; presses < 4 && (await focused.getAttribute("data-holds")) === null; presses += 1) {
    await page.keyboard.press("ArrowDown");
  }
  await expect(focused).toHaveAccessibleName(/more at 9:00/);
  await page.keyboard.press("ArrowDown");
  await expect(focused).toContainText("10:00");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog", { name: /more at 9:00/ });
  await expect(list.getByRole("button").first()).toContainText(visit.patient_name);
  // On a phone the list scrolls within its frame.
  await page.setViewportSize({ width: 375, height: 500 });
  const isWithin = () =>
    list.evaluate((dialog) => {
      const frame = dialog.parentElement?.getBoundingClientRect();
      const rows = dialog.querySelector("ul")?.getBoundingClientRect();
      return frame !== undefined && rows !== undefined && rows.top >= frame.top && rows.bottom <= frame.bottom + 1;
    });
  await expect.poll(isWithin).toBe(true);
  await page.setViewportSize({ width: 768, height: 800 });
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(focused).toHaveAccessibleName(/more at 9:00/);
  await page.keyboard.press("Enter");
  await list.getByRole("button").last().click();
  await expect(page).toHaveURL(/appointment=/);
  await expect(page.getByRole("dialog").getByRole("link", { name: visit.patient_name })).toBeVisible();
});
