import type { Locator, Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { expect, test } from "./support/test.ts";

interface Visit {
  id: string;
  datetime: string;
  duration: number;
  status: string;
  patient_name: string;
  provider_ehr_id: string;
  provider_name: string;
  schedule_block_label: string;
}

interface Span {
  from: number;
  until: number;
}

/** A visit, a free time near it with another provider, and a time of that provider that is taken. */
interface Scene {
  visit: Visit;
  day: string;
  other: { id: string; name: string };
  free: number;
  taken: Span;
}

const DAY_MS = 86_400_000;
const dayOf = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
const minutesOf = ({ datetime }: Visit) => Number(datetime.slice(11, 13)) * 60 + Number(datetime.slice(14, 16));
const spanOf = (visit: Visit): Span => ({ from: minutesOf(visit), until: minutesOf(visit) + visit.duration });
const clock = (minutes: number) =>
  new Date(minutes * 60_000).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit", timeZone: "UTC" });

/** Returns what the schedule has in the week from so many days ahead on, of every kind: in two parts, as one answer holds 1,000. */
async function scheduleOf(demo: DemoFile, ahead: number): Promise<Visit[]> {
  const between = async (from: number, until: number) => {
    const query = `start_date=${dayOf(from)}&end_date=${dayOf(until)}&category=appointment,schedule_block,schedule_slot`;
    return (await readApi<{ appointments: Visit[] }>(demo, `/appointments?${query}&limit=1000`)).appointments;
  };
  return (await Promise.all([between(ahead, ahead + 2), between(ahead + 3, ahead + 6)])).flat();
}

/**
 * Finds a visit that can be moved, at least so many days ahead, and where to. Providers are free on a weekend's afternoon alone, and
 * the schedule ends 20 days ahead by the clinic's day: from more than 14 days ahead on it may have no weekend.
 */
async function sceneOf(demo: DemoFile, ahead: number): Promise<Scene> {
  const all = await scheduleOf(demo, ahead);
  for (const visit of all) {
    if (visit.status !== "SCH" || visit.patient_name === "" || visit.schedule_block_label !== "") continue;
    const day = visit.datetime.slice(0, 10);
    const ofDay = all.filter(({ datetime }) => datetime.startsWith(day));
    for (const other of ofDay) {
      if (other.provider_ehr_id === visit.provider_ehr_id || other.schedule_block_label !== "") continue;
      const spans = ofDay.filter((each) => each.provider_ehr_id === other.provider_ehr_id).map(spanOf);
      const isFree = (from: number) => spans.every((span) => span.until <= from || span.from >= from + visit.duration);
      const begin = minutesOf(visit);
      // Near, so that both are in view at once.
      const near = Array.from({ length: 40 }, (_, index) => Math.floor(begin / 5) * 5 - 100 + index * 5);
      const free = near.find((from) => from >= 9 * 60 && from + visit.duration <= 16 * 60 && isFree(from));
      const taken = spanOf(other);
      if (free === undefined || other.status !== "SCH" || Math.abs(taken.from - begin) > 100) continue;
      return { visit, day, other: { id: other.provider_ehr_id, name: other.provider_name }, free, taken };
    }
  }
  throw new Error("The demo has a visit that can be moved");
}

/** Opens the day with the columns of the visit's provider and the other one. */
async function openDay(page: Page, demo: DemoFile, { visit, day, other }: Scene): Promise<Locator> {
  const account = await new ConsolePage(page, demo).enter("staff");
  const shown = new URLSearchParams({ view: "day", day, providers: `${visit.provider_ehr_id},${other.id}` });
  await page.goto(`${account}/appointments?${shown}`);
  const item = page.locator(`[data-item="${visit.id}"]`);
  await expect(item).toBeVisible();
  await item.evaluate((element) => element.scrollIntoView({ block: "center" }));
  return item;
}

async function aPatient(demo: DemoFile): Promise<{ mrn: string }> {
  const [patient] = (await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1")).patients;
  if (!patient) throw new Error("The demo has patients");
  return patient;
}

const surname = (name: string) => name.split(" ").at(-1) ?? "";
const columnOf = (page: Page, provider: string) =>
  page.getByRole("region", { name: "Calendar" }).locator(`ul[aria-label*="${surname(provider)}"]`);

/** Returns the point of the window at a minute of a provider's column. */
async function pointAt(page: Page, provider: string, minutes: number): Promise<{ x: number; y: number }> {
  const middle = async (hour: string) => {
    const box = await page.getByText(hour, { exact: true }).boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) / 2;
  };
  const [ten, eleven] = [await middle("10 AM"), await middle("11 AM")];
  const column = await columnOf(page, provider).boundingBox();
  return {
    x: (column?.x ?? Number.NaN) + (column?.width ?? Number.NaN) * 0.8,
    y: ten + ((minutes - 600) / 60) * (eleven - ten),
  };
}

/** Takes the visit with the mouse and holds it at a minute of a provider's column. */
async function hold(page: Page, item: Locator, provider: string, minutes: number): Promise<void> {
  const box = await item.boundingBox();
  const grip = { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 3 };
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await dragTo(page, provider, minutes);
}

async function dragTo(page: Page, provider: string, minutes: number): Promise<void> {
  const { x, y } = await pointAt(page, provider, minutes);
  await page.mouse.move(x, y + 3, { steps: 6 });
}

const shown = async (demo: DemoFile, id: string): Promise<Visit> =>
  (await readApi<{ appointment: Visit }>(demo, `/appointments/${id}`)).appointment;

const held = (page: Page) => page.getByRole("region", { name: "About to be sent" });
/** The list has what the same person sends in other tests too. */
const undoOf = (page: Page, { patient_name }: Visit) =>
  held(page).getByRole("button", { name: `Undo ${patient_name}` });
const moving = (page: Page) => page.locator("[data-moving]");

test("a visit is dragged to another provider and time with one press, and undone within some seconds", {
  tag: "@long",
}, async ({ page, demo }) => {
  const scene = await sceneOf(demo, 6);
  const { visit, other, free, taken } = scene;
  const item = await openDay(page, demo, scene);
  const effort = await Effort.from(page);

  await test.step("what it would overlap is shown while it is held, without anybody's name", async () => {
    await hold(page, item, other.name, taken.from);
    await expect(moving(page)).toContainText(`Overlaps ${clock(taken.from)} to`);
    await page.keyboard.press("Escape");
    await expect(moving(page)).toBeHidden();
    await page.mouse.up();
    await expect(columnOf(page, visit.provider_name).locator(`[data-item="${visit.id}"]`)).toBeVisible();
    await expect(undoOf(page, visit)).toBeHidden();
  });

  await test.step("a drop at a free time is shown at once, and can be undone", async () => {
    await hold(page, item, other.name, free);
    await expect(moving(page)).toContainText(clock(free));
    await expect(moving(page)).not.toContainText("Overlaps");
    expect(await findingsInBothThemes(page)).toEqual([]);
    await page.mouse.up();
    await expect(columnOf(page, other.name).locator(`[data-item="${visit.id}"]`)).toBeVisible();
    await undoOf(page, visit).click();
    await expect(columnOf(page, visit.provider_name).locator(`[data-item="${visit.id}"]`)).toBeVisible();
    expect((await shown(demo, visit.id)).datetime).toBe(visit.datetime);
  });

  await test.step("a drop is sent after the hold", async () => {
    const before = (await effort.spent()).clicks;
    await hold(page, item, other.name, free);
    await page.mouse.up();
    await expect(columnOf(page, other.name).locator(`[data-item="${visit.id}"]`)).toBeVisible();
    expect((await effort.spent()).clicks - before).toBe(1);
    await expect.poll(async () => minutesOf(await shown(demo, visit.id)), { timeout: 30_000 }).toBe(free);
    expect((await shown(demo, visit.id)).provider_ehr_id).toBe(other.id);
    // The dialog of the visit was never opened: a drag is no click.
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(columnOf(page, other.name).locator(`[data-item="${visit.id}"]`)).toBeVisible();
  });
});

test("a visit that is dropped on another one goes back, and the calendar says why", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const scene = await sceneOf(demo, 9);
  const { visit, other, taken } = scene;
  const item = await openDay(page, demo, scene);
  await hold(page, item, other.name, taken.from);
  await page.mouse.up();
  const refused = page.getByRole("alert").filter({ hasText: `${visit.patient_name} was not moved` });
  await expect(refused).toContainText("The provider has another visit or blocked time then");
  await expect(columnOf(page, visit.provider_name).locator(`[data-item="${visit.id}"]`)).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await refused.getByRole("button", { name: "Dismiss" }).click();
  await expect(refused).toBeHidden();
  expect((await shown(demo, visit.id)).datetime).toBe(visit.datetime);
});

test("a visit is moved by the keyboard alone, and each place is said", { tag: "@long" }, async ({ page, demo }) => {
  const scene = await sceneOf(demo, 12);
  const { visit, other, free } = scene;
  const item = await openDay(page, demo, scene);
  const said = page.getByRole("status").filter({ hasText: visit.patient_name });

  await test.step("Escape leaves it where it was", async () => {
    const hint = page.getByText("Enter moves it, Space opens it", { exact: true });
    await expect(hint).toBeHidden();
    await page.keyboard.press("Tab");
    await item.focus();
    await expect(hint).toBeVisible();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(moving(page)).toBeFocused();
    await expect(hint).toBeHidden();
    await expect(said.first()).toContainText(`Moving ${visit.patient_name}`);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await expect(item).toBeFocused();
    await expect(said.first()).toContainText("stays where it was");
  });

  await test.step("the arrow keys lead to another time and provider, and Enter drops it there", async () => {
    const begin = minutesOf(visit);
    await page.keyboard.press("Enter");
    const columns = page.getByRole("region", { name: "Calendar" }).locator("ul[aria-label]");
    const first = (await columns.first().getAttribute("aria-label")) ?? "";
    await page.keyboard.press(first.includes(surname(visit.provider_name)) ? "ArrowRight" : "ArrowLeft");
    const isLater = free > begin;
    const aligned = isLater ? Math.floor(begin / 5) * 5 : Math.ceil(begin / 5) * 5;
    for (let at = aligned; at !== free; at += isLater ? 5 : -5)
      await page.keyboard.press(isLater ? "ArrowDown" : "ArrowUp");
    await expect(moving(page)).toContainText(clock(free));
    await expect(said.first()).toContainText(clock(free));
    expect(await findingsInBothThemes(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(columnOf(page, other.name).locator(`[data-item="${visit.id}"]`)).toBeFocused();
    await expect.poll(async () => minutesOf(await shown(demo, visit.id)), { timeout: 30_000 }).toBe(free);
  });

  await test.step("Space opens it", async () => {
    await page.locator(`[data-item="${visit.id}"]`).press("Space");
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});

test("a visit that has ended is no visit to move", async ({ page, demo }) => {
  const [past] = (
    await readApi<{ appointments: Visit[] }>(
      demo,
      `/appointments?start_date=${dayOf(-7)}&end_date=${dayOf(-1)}&category=appointment&limit=50`,
    )
  ).appointments.filter(({ patient_name: name }) => name !== "");
  if (!past) throw new Error("The demo has visits of the week before");
  const account = await new ConsolePage(page, demo).enter("staff");
  const place = new URLSearchParams({ view: "day", day: past.datetime.slice(0, 10), providers: past.provider_ehr_id });
  await page.goto(`${account}/appointments?${place}`);
  const item = page.locator(`[data-item="${past.id}"]`);
  await item.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(moving(page)).toBeHidden();
});

test("an empty place of the calendar is booked with two clicks and a name", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const scene = await sceneOf(demo, 14);
  const { other, free } = scene;
  const console = new ConsolePage(page, demo);
  const item = await openDay(page, demo, scene);
  await expect(item).toBeVisible();
  const patient = await aPatient(demo);
  const effort = await Effort.from(page);
  const { x, y } = await pointAt(page, other.name, free);
  await page.mouse.click(x, y + 4);
  const form = page.getByRole("form", { name: "Appointment" });
  await expect(form.getByRole("combobox", { name: "Patient" })).toBeFocused();
  await expect(form.getByRole("button", { name: / Provider$/ })).toContainText(other.name);
  await expect(form.getByRole("spinbutton", { name: /hour, Time/ })).toHaveText(clock(free).split(":")[0] ?? "");
  await page.keyboard.type(patient.mrn);
  await page.keyboard.press("Enter");
  await expect(form.getByText(`${patient.mrn} · born`)).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await console.send();
  await expect(console.step).toContainText("Completed");
  // For when it is booked, beside when it was.
  await expect(console.panel.getByText(/^The visit on \w+ \d+, \d{4}, .+ was added in the EMR of/)).toContainText(
    `, ${clock(free)}`,
  );
  expect((await effort.spent()).clicks).toBe(2);
});

test("an open slot of the calendar is booked with three clicks and a name", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const { appointments } = await readApi<{ appointments: Visit[] }>(
    demo,
    `/appointments?start_date=${dayOf(2)}&end_date=${dayOf(9)}&category=schedule_slot&limit=1`,
  );
  const [slot] = appointments;
  if (!slot) throw new Error("The demo has open slots");
  const patient = await aPatient(demo);
  const console = new ConsolePage(page, demo);
  const account = await console.enter("staff");
  const place = { view: "day", day: slot.datetime.slice(0, 10), providers: slot.provider_ehr_id };
  await page.goto(`${account}/appointments?${new URLSearchParams({ ...place, category: "schedule_slot" })}`);
  const effort = await Effort.from(page);
  await page.locator(`[data-item="${slot.id}"]`).click();
  await page.getByRole("dialog").getByRole("button", { name: "Book appointment" }).click();
  const form = page.getByRole("form", { name: "Appointment" });
  await expect(form.getByRole("combobox", { name: "Patient" })).toBeFocused();
  await page.keyboard.type(patient.mrn);
  await page.keyboard.press("Enter");
  await expect(form.getByText(`${patient.mrn} · born`)).toBeVisible();
  await console.send();
  await expect(console.step).toContainText("Completed");
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(4);
});
