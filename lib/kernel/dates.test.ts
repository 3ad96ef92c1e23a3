import { expect, it } from "vitest";
import { addDays, isCalendarDate, todayIn } from "./dates.ts";

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
