import { expect, test } from "vitest";
import { meaningsOf } from "#components/appointments/status/meanings.ts";
import { firstOf, minutesLate, partsOfDay } from "./day-parts.ts";

const MEANINGS = { BK: "booked", CF: "confirmed", AR: "arrived", RM: "in_room", DN: "done", NS: "no_show" } as const;
const meanings = meaningsOf(
  [...Object.entries(MEANINGS), ["XX", null] as const].map(([code, meaning]) => ({
    code,
    meaning,
    name: code,
    description: code,
  })) as unknown as Parameters<typeof meaningsOf>[0],
);
const NOON = Date.parse("2026-03-02T12:00:00-05:00");
const at = (minutes: number, status: string, duration = 15) => ({
  datetime: new Date(NOON + minutes * 60_000).toISOString(),
  duration,
  status,
});
const partOf = (visit: ReturnType<typeof at>) =>
  Object.entries(partsOfDay([visit], meanings, NOON)).find(([, visits]) => visits.length > 0)?.[0];

test.each([
  // Half an hour after its end nobody waits for the patient any more.
  [-45, "BK", "unfinished"],
  [-44, "BK", "now"],
  [-45, "CF", "unfinished"],
  [-5, "BK", "now"],
  [0, "CF", "now"],
  [120, "BK", "now"],
  [121, "BK", "later"],
  [-300, "RM", "now"],
  [300, "RM", "now"],
  [-15, "XX", undefined],
  [-14, "XX", "now"],
  [121, "XX", "later"],
  [10, "AR", undefined],
  [-60, "DN", undefined],
  [10, "NS", undefined],
])("a visit at %i minutes with status %s is in part %s", (minutes, status, part) => {
  expect(partOf(at(minutes, status))).toBe(part);
});

test("only a patient who is expected is late", () => {
  expect(minutesLate(at(-12, "BK"), meanings, NOON)).toBe(12);
  expect(minutesLate(at(12, "BK"), meanings, NOON)).toBe(0);
  for (const status of ["RM", "AR", "XX", "DN"]) expect(minutesLate(at(-12, status), meanings, NOON)).toBe(0);
});

test("at first the desk sees the next two hours, and later visits where these are few", () => {
  const shown = (visits: ReturnType<typeof at>[]) => firstOf(partsOfDay(visits, meanings, NOON), meanings);
  const soon = Array.from({ length: 3 }, (_, index) => at(index * 10, "BK"));
  const later = Array.from({ length: 20 }, (_, index) => at(130 + index, "BK"));
  expect(shown([...soon, ...later])).toEqual([...soon, ...later.slice(0, 5)]);
  expect(shown(soon)).toEqual(soon);
  const ten = Array.from({ length: 10 }, (_, index) => at(index, "BK"));
  expect(shown([...ten, ...later])).toEqual(ten);
});

test("patients in a room leave places for those who are expected, in the order of the day", () => {
  const inRoom = Array.from({ length: 20 }, (_, index) => at(-60 + index, "RM"));
  const due = Array.from({ length: 20 }, (_, index) => at(index, "BK"));
  const shown = firstOf(partsOfDay([...inRoom, ...due], meanings, NOON), meanings);
  expect(shown).toEqual([...inRoom.slice(0, 4), ...due.slice(0, 8)]);
});
