import { expect, it } from "vitest";
import { addDays, isCalendarDate, readTypedDate, todayIn } from "./dates.ts";

it.each([
  ["2026-02-28", true],
  ["2028-02-29", true],
  ["2026-02-30", false],
  ["2026-13-01", false],
  ["2026-1-1", false],
  ["0000-01-01", false],
  ["0001-01-01", true],
  ["20260101", false],
  ["2026-01-01T00:00", false],
])("checks whether %s is a calendar day: %s", (text, expected) => {
  expect(isCalendarDate(text)).toBe(expected);
});

it("returns the current day at the clinic", () => {
  const now = new Date("2026-03-08T05:30:00Z");
  expect(todayIn("America/New_York", now)).toBe("2026-03-08");
  expect(todayIn("America/Los_Angeles", now)).toBe("2026-03-07");
  expect(todayIn("Pacific/Auckland", now)).toBe("2026-03-08");
});

it("counts days across a clock change", () => {
  expect(addDays("2026-03-07", 2)).toBe("2026-03-09");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
});

it.each([
  ["03/02/1980", "1980-03-02"],
  [" 3/2/1980 ", "1980-03-02"],
  ["1980-03-02", "1980-03-02"],
  ["02/30/1980", null],
  ["13/01/1980", null],
  ["3/2/80", "1980-03-02"],
  ["3/2/26", "2026-03-02"],
  ["3/2/27", "1927-03-02"],
  ["03-02-1980", "1980-03-02"],
  ["Mar 2, 1980", "1980-03-02"],
  ["march 2 1980", "1980-03-02"],
  ["2 Sept. 1980", "1980-09-02"],
  ["3/2-1980", null],
  ["Marsh 2, 1980", null],
  ["Feb 30, 1980", null],
  ["02.03.1980", null],
  ["Okafor", null],
  ["", null],
])("parses %j as the day %j", (text, date) => expect(readTypedDate(text, new Date("2026-06-01T12:00:00Z"))).toBe(date));
