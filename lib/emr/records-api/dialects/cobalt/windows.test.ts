import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addDays } from "#lib/kernel/dates";
import { daysOf, placeAfter, type Span, sinceAfter, type WindowPlace, windowPlaceOf } from "./windows.ts";

const ZONE = "America/New_York";
const SPAN: Span = { near: { before: 1, after: 13 }, far: { before: 30, after: 40 }, window: 14 };

/** 14:00 in New York. */
const NOON = "2026-03-10T18:00:00.000Z";

beforeEach(() => vi.useFakeTimers({ now: new Date(NOON), toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

/** Returns the days of a reading, page by page over its cursors, and its watermark. */
function reading(since: string | null) {
  const days: { start_date: string; end_date: string }[] = [];
  let at: WindowPlace | null = windowPlaceOf({ cursor: null, since }, ZONE);
  for (;;) {
    days.push(daysOf(SPAN, at));
    const next: WindowPlace | null = placeAfter(SPAN, at, { rows: [], next: null, doubt: null });
    if (next === null) return { days, since: sinceAfter(at, since) };
    at = windowPlaceOf({ cursor: JSON.stringify(next), since }, ZONE);
  }
}

it("reads the near days first, then all others, each once", () => {
  const { days, since } = reading(null);
  expect(days[0]).toEqual({ start_date: "2026-03-09", end_date: "2026-03-23" });
  const covered = days.flatMap(({ start_date, end_date }) => {
    const found: string[] = [];
    for (let day = start_date; day <= end_date; day = addDays(day, 1)) found.push(day);
    return found;
  });
  expect(covered.toSorted()).toEqual(Array.from({ length: 71 }, (_, day) => addDays("2026-02-08", day)));
  expect(since).toBe(NOON);
});

it("reads the near days alone until the next night begins at 02:00", () => {
  const { since } = reading(null);
  for (const later of ["2026-03-10T23:00:00Z", "2026-03-11T05:59:00Z"]) {
    vi.setSystemTime(new Date(later));
    const again = reading(since);
    expect(again.days).toHaveLength(1);
    expect(again.since).toBe(since);
  }
  vi.setSystemTime(new Date("2026-03-11T06:00:00Z"));
  const night = reading(since);
  expect(night.days.length).toBeGreaterThan(1);
  expect(night.since).toBe("2026-03-11T06:00:00.000Z");
});

it("keeps its days when midnight passes between two pages", () => {
  const first = windowPlaceOf({ cursor: null, since: null }, ZONE);
  vi.setSystemTime(new Date("2026-03-12T18:00:00Z"));
  const later = windowPlaceOf({ cursor: JSON.stringify(first), since: null }, ZONE);
  expect(daysOf(SPAN, later)).toEqual(daysOf(SPAN, first));
});
