import type { Page } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { asOwner } from "./support/as-owner.ts";
import { ConsolePage } from "./support/console.ts";
import { firstAccount } from "./support/session.ts";
import { expect, test } from "./support/test.ts";

interface Appointment {
  id: string;
  emr_appointment_id: string;
  datetime: string;
  duration: number;
  status: string;
  patient_name: string;
  patient_dob: string;
  provider_ehr_id: string;
  provider_name: string;
}

type Demo = Parameters<typeof readApi>[0];

const dayFrom = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** Returns an upcoming appointment; each test takes another `place` in the list. */
async function aVisit(demo: Demo, place: number): Promise<Appointment> {
  const { appointments } = await readApi<{ appointments: Appointment[] }>(
    demo,
    `/appointments?start_date=${dayFrom(4)}&end_date=${dayFrom(9)}&status=CNF`,
  );
  const found = appointments[place];
  if (!found) throw new Error("The demo has no such visit");
  return found;
}

/** Copies an appointment to another start (ISO 8601). Returns the copy's id. */
async function copyTo(visit: Appointment, startsAt: string, minutes: number): Promise<string> {
  const [copy] = await asOwner<{ id: string }>(
    `INSERT INTO appointment SELECT (jsonb_populate_record(a, jsonb_build_object(
        'id', gen_random_uuid(), 'emr_appointment_id', gen_random_uuid(), 'starts_at', $2::timestamptz, 'duration', $3::int))).*
      FROM appointment a WHERE replace(a.id::text, '-', '') = $1
      RETURNING replace(id::text, '-', '') AS id`,
    [visit.id, startsAt, minutes],
  );
  return copy?.id ?? "";
}

/** Signs in and opens the appointments with these query parameters. */
async function open({ page, demo }: { page: Page; demo: Demo }, given: Record<string, string>, role?: "admin") {
  const account = await new ConsolePage(page, demo).enter(role);
  await page.goto(`${account}/appointments?${new URLSearchParams(given)}`);
}

const wallMinutes = (datetime: string) => Number(datetime.slice(11, 13)) * 60 + Number(datetime.slice(14, 16));

/** Returns the start of an item as the grid draws it, in minutes after midnight. */
async function drawnAt(page: Page, id: string): Promise<number> {
  const middle = async (hour: string) => {
    const box = await page.getByText(hour, { exact: true }).boundingBox();
    return box ? box.y + box.height / 2 : Number.NaN;
  };
  const [nine, ten] = [await middle("9 AM"), await middle("10 AM")];
  const box = await page.locator(`[data-item="${id}"]`).boundingBox();
  return 540 + (((box?.y ?? Number.NaN) - nine) / (ten - nine)) * 60;
}

test.describe("for a user whose time zone differs from the clinic's", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("a day's columns follow the clinic's clock, and the keyboard moves through them", async ({ page, demo }) => {
    const visit = await aVisit(demo, 0);
    await open({ page, demo }, { view: "day", day: visit.datetime.slice(0, 10), providers: visit.provider_ehr_id });
    const item = page.locator(`[data-item="${visit.id}"]`);
    await expect(item).toContainText(visit.patient_name);
    expect(Math.abs((await drawnAt(page, visit.id)) - wallMinutes(visit.datetime))).toBeLessThan(3);

    await page.locator("[data-item]").first().focus();
    const first = await page.evaluate(() => document.activeElement?.getAttribute("data-item"));
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-item"))).not.toBe(first);
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page).toHaveURL(/appointment=/);
  });

  test("on days with a clock change, records are placed by the clinic's clock", { tag: "@long" }, async ({
    page,
    demo,
  }) => {
    const visit = await aVisit(demo, 1);
    const once = await copyTo(visit, "2026-11-01T05:30:00Z", 30);
    const again = await copyTo(visit, "2026-11-01T06:30:00Z", 30);
    const autumn = await copyTo(visit, "2026-11-01T14:20:00Z", 30);
    const over = await copyTo(visit, "2026-03-08T06:30:00Z", 60);
    const spring = await copyTo(visit, "2026-03-08T13:20:00Z", 30);
    const item = (id: string) => page.locator(`[data-item="${id}"]`);
    const shown = { view: "day", providers: visit.provider_ehr_id };
    await open({ page, demo }, { ...shown, day: "2026-11-01" });
    await expect(item(once)).toContainText("1:30 AM EDT");
    await expect(item(again)).toContainText("1:30 AM EST");
    const [first, second] = [await item(once).boundingBox(), await item(again).boundingBox()];
    expect(first?.y).toBe(second?.y);
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThanOrEqual((second?.x ?? 0) + 1);
    expect(Math.abs((await drawnAt(page, autumn)) - 560)).toBeLessThan(3);

    await open({ page, demo }, { ...shown, day: "2026-03-08" });
    await expect(item(over)).toBeVisible();
    expect(Math.abs((await drawnAt(page, over)) - 90)).toBeLessThan(3);
    expect(Math.abs((await drawnAt(page, spring)) - 560)).toBeLessThan(3);
  });
});

test("the address contains the view, the day and the chosen providers", { tag: "@long" }, async ({ page, demo }) => {
  const visit = await aVisit(demo, 2);
  const day = visit.datetime.slice(0, 10);
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Appointments");
  await expect(page.getByRole("radio", { name: "Day" })).toBeChecked();
  await expect(page.getByRole("region", { name: "Calendar" })).toBeVisible();

  await open({ page, demo }, { view: "day", day });
  await page.getByRole("button", { name: /^Providers: / }).click();
  await page.getByRole("button", { name: "All providers", exact: true }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Week" }).click();
  await expect(page).toHaveURL(new RegExp(`view=week.*day=${day}|day=${day}.*view=week`));
  await expect(page.locator("[data-item]").first()).toBeVisible();
  const columns = await page.getByRole("region", { name: "Calendar" }).getByRole("list").count();
  expect(columns).toBeGreaterThan(6);

  await page.getByRole("button", { name: "Next week" }).click();
  await expect(page).not.toHaveURL(new RegExp(`day=${day}`));
  await page.getByRole("radio", { name: "Table" }).click();
  await expect(page).toHaveURL(/start_date=/);
  await expect(page.getByRole("table", { name: "Appointments" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Table" })).toBeChecked();
});

test("a status is set in place and appears in another user's window without a reload", { tag: "@long" }, async ({
  page,
  demo,
  browser,
}) => {
  const visit = await aVisit(demo, 3);
  const day = visit.datetime.slice(0, 10);
  const theirs = await browser.newContext();
  const other = await theirs.newPage();
  const listed = { view: "table", start_date: day, end_date: day, provider_ehr_id: visit.provider_ehr_id };
  await open({ page: other, demo }, { ...listed, patient: visit.patient_name }, "admin");
  const status = (where: Page, words: string) =>
    where.getByRole("button", { name: `Status of ${visit.patient_name}: ${words}. Change` });
  await expect(status(other, "Confirmed").first()).toBeVisible();

  await open({ page, demo }, { view: "day", day, providers: visit.provider_ehr_id, patient: visit.patient_name });
  await page.locator(`[data-item="${visit.id}"]`).hover();
  await status(page, "Confirmed").first().click();
  await page.getByRole("menuitemradio", { name: "Arrived" }).click();
  await expect(page.locator(`[data-item="${visit.id}"]`)).toContainText("Arrived");
  await expect(page.getByText(`${visit.patient_name} is now Arrived`)).toBeAttached();
  await expect(status(other, "Arrived").first()).toBeVisible();
  await theirs.close();

  await page.route(/\/v1\/appointments$/, (route) =>
    route.fulfill({ status: 404, json: { success: false, message: "User not found" } }),
  );
  await page.locator(`[data-item="${visit.id}"]`).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("button", { name: /^Status of/ }).click();
  await page.getByRole("menuitemradio", { name: "No show" }).click();
  await expect(drawer.getByText("Not set to No show: User not found.")).toBeVisible();
  await expect(drawer.getByRole("button", { name: /Arrived\. Change$/ })).toBeVisible();
  await expect(page.getByRole("alert").getByText(`${visit.patient_name} was not set to No show`)).toBeVisible();

  await page.unroute(/\/v1\/appointments$/);
  const gone = await asOwner("DELETE FROM sandbox.appointment WHERE practice_id = $1 AND id = $2 RETURNING id", [
    await firstAccount(demo),
    visit.emr_appointment_id,
  ]);
  expect(gone).toHaveLength(1);
  await drawer.getByRole("button", { name: /^Status of/ }).click();
  await page.getByRole("menuitemradio", { name: "In exam room" }).click();
  await expect(page.getByRole("alert").getByText(`${visit.patient_name} was not set to In exam room`)).toBeVisible();
  await expect(page.getByRole("alert").getByText("appointment not found in the EMR")).toBeVisible();
  await expect(drawer.getByRole("button", { name: /Arrived\. Change$/ })).toBeVisible();
});

test("a day sheet is printed without the console around it", async ({ page, demo }) => {
  const visit = await aVisit(demo, 4);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await open({ page, demo }, { view: "day", day: visit.datetime.slice(0, 10), providers: visit.provider_ehr_id });
  await expect(page.locator("[data-item]").first()).toBeVisible();
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html[data-printed]")).toBeAttached();
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator(".print-sheet");
  await expect(sheet.getByRole("row", { name: new RegExp(visit.patient_name) })).toBeVisible();
  await expect(sheet.getByRole("columnheader", { name: "Status" })).toBeVisible();
  await expect(sheet.getByRole("heading")).toHaveCount(1);
  await expect(page.getByRole("navigation", { name: "Console" })).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(sheet).toHaveCount(0);
});

test("filters accept a typed birth date, categories in any order, notes and a second provider", async ({
  page,
  demo,
}) => {
  const visit = await aVisit(demo, 5);
  const [year, month, day] = visit.patient_dob.split("-");
  const console = new ConsolePage(page, demo);
  await open(
    { page, demo },
    {
      view: "table",
      start_date: dayFrom(0),
      end_date: dayFrom(14),
      category: "schedule_slot,appointment",
    },
  );
  await expect(page.getByRole("button", { name: /Category/ })).toContainText("Appointment, open slot");
  await console.choose("Category", "Appointments");
  await page.getByRole("searchbox", { name: "Patient" }).fill(`${month}/${day}/${year}`);
  const table = page.getByRole("table", { name: "Appointments" });
  await expect(table.getByText(visit.patient_name).first()).toBeVisible();

  const asked = page.waitForRequest(/include_appointment_note=true/);
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByText("Include notes").click();
  await asked;
  const { providers } = await readApi<{ providers: { last_name: string }[] }>(demo, "/providers");
  await console.choose("Second provider", new RegExp(providers[0]?.last_name ?? ""));
  await expect(page).toHaveURL(
    /secondary_provider_ehr_id=.*include_appointment_note=true|include_appointment_note=true.*secondary/,
  );
});

test("a phone shows the agenda, and the table with status and provider", async ({ page, demo }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await open({ page, demo }, {});
  const agenda = page.getByRole("list", { name: "Agenda" });
  await expect(agenda).toBeVisible();
  const status = page.getByRole("button", { name: /^Status of/ });
  const providers = agenda.getByRole("listitem").filter({ has: status }).getByText(" · ");
  await expect(providers.first()).toBeVisible();
  // A status has a line of its own, and cuts off neither provider nor type.
  const cut = await providers.evaluateAll((lines) =>
    lines
      .filter((line) => line.scrollHeight > line.clientHeight || line.scrollWidth > line.clientWidth)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  const visit = await aVisit(demo, 6);
  await open(
    { page, demo },
    {
      view: "table",
      start_date: dayFrom(4),
      end_date: dayFrom(9),
      provider_ehr_id: visit.provider_ehr_id,
    },
  );
  const table = page.getByRole("table", { name: "Appointments" });
  await expect(table.getByText(visit.provider_name).first()).toBeVisible();
  await expect(table.getByRole("button", { name: /^Status of/ }).first()).toBeVisible();
  await open({ page, demo }, { view: "day", day: visit.datetime.slice(0, 10) });
  await expect(page.getByRole("region", { name: "Calendar" }).getByRole("list")).toHaveCount(1);
});
