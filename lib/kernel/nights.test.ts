import { describe, expect, it } from "vitest";
import { addDays } from "./dates.ts";
import { nightOf } from "./nights.ts";

describe("a night", () => {
  it.each([
    ["2026-07-01T05:59:59Z", "America/New_York", "2026-06-30"],
    ["2026-07-01T06:00:00Z", "America/New_York", "2026-07-01"],
    ["2026-07-01T20:29:59Z", "Asia/Kolkata", "2026-07-01"],
    ["2026-07-01T20:30:00Z", "Asia/Kolkata", "2026-07-02"],
    // The clock skips 02:00 to 03:00.
    ["2026-03-08T06:59:59Z", "America/New_York", "2026-03-07"],
    ["2026-03-08T07:00:00Z", "America/New_York", "2026-03-08"],
    // 02:00 occurs twice.
    ["2026-10-24T23:59:59Z", "Europe/Berlin", "2026-10-24"],
    ["2026-10-25T00:00:00Z", "Europe/Berlin", "2026-10-25"],
    ["2026-10-25T01:00:00Z", "Europe/Berlin", "2026-10-25"],
  ])("at %s in %s belongs to %s", (now, zone, night) => {
    expect(nightOf(new Date(now), zone)).toBe(night);
  });

  it.each([
    ["America/New_York", "2026-03-08", "2026-11-01"],
    ["Europe/Berlin", "2026-03-29", "2026-10-25"],
    ["Australia/Lord_Howe", "2026-10-04", "2026-04-05"],
    ["America/Havana", "2026-03-08", "2026-11-01"],
    ["Asia/Beirut", "2026-03-29", "2026-10-25"],
  ])("begins once a day in %s, also on both days with a clock change", (zone, ...changes) => {
    for (const day of changes) {
      const nights: string[] = [];
      const from = Date.parse(`${addDays(day, -2)}T12:00:00Z`);
      for (let at = from; at < from + 4 * 86_400_000; at += 10 * 60_000) {
        const night = nightOf(new Date(at), zone);
        if (night !== nights.at(-1)) nights.push(night);
      }
      const first = nights[0] ?? "";
      expect(nights).toEqual(nights.map((_, index) => addDays(first, index)));
      expect(nights).toContain(day);
      expect(nights).toHaveLength(5);
    }
  });
});
