import { expect, test } from "vitest";
import { clinicTime, daysWords, hourWords, longDay, shortClock, shortDay } from "./day-words.ts";

const plain = (words: string) => words.replaceAll(/[\u202f\u2009]/g, " ");

test("a time is the clinic's, with its zone if the hour occurs twice", () => {
  const time = (at: string) => plain(clinicTime(at, "America/New_York"));
  expect(time("2026-03-08T09:20:00-04:00")).toBe("9:20 AM");
  expect(time("2026-11-01T01:30:00-04:00")).toBe("1:30 AM EDT");
  expect(time("2026-11-01T01:30:00-05:00")).toBe("1:30 AM EST");
  expect(time("2026-11-01T02:30:00-05:00")).toBe("2:30 AM");
});

test("days do not depend on the user's time zone", () => {
  expect(shortDay("2026-03-08")).toBe("Sun, Mar 8");
  expect(longDay("2026-03-08")).toBe("Sunday, March 8, 2026");
  expect(plain(daysWords("2026-03-08", "2026-03-14"))).toBe("Mar 8 – 14, 2026");
  expect(daysWords("2026-03-08", "2026-03-08")).toBe("Sunday, March 8, 2026");
});

test("hours are formatted for a 12-hour clock", () => {
  expect([0, 540, 720].map(hourWords).map(plain)).toEqual(["12 AM", "9 AM", "12 PM"]);
  expect([0, 545, 780].map(shortClock)).toEqual(["12:00", "9:05", "1:00"]);
});
