/** @module-tag long */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesOfClocks } from "#lib/testing/changes-of-clocks";
import { addDays, todayIn } from "./dates.ts";
import { firstMomentOf, momentOf } from "./moments.ts";
import { offsetOf } from "./zone-offset.ts";

const ZONES = Intl.supportedValuesOf("timeZone");
const FIRST = Date.parse("2020-01-01T00:00:00Z");
const LAST = Date.parse("2030-12-31T00:00:00Z");

const zone = fc.constantFrom(...ZONES);
const moment = fc.integer({ min: FIRST, max: LAST });

const changing = changesOfClocks();

describe("the days of a time zone", () => {
  it("hold each moment exactly once", () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, at) => {
        const day = todayIn(timeZone, new Date(at));
        expect(firstMomentOf(day, timeZone)).toBeLessThanOrEqual(at);
        expect(firstMomentOf(addDays(day, 1), timeZone)).toBeGreaterThan(at);
      }),
      { numRuns: 2_000 },
    );
  });

  it("follow each other in order, and have hours of their own", () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, at) => {
        const day = todayIn(timeZone, new Date(at));
        const [first, next] = [firstMomentOf(day, timeZone), firstMomentOf(addDays(day, 1), timeZone)];
        expect(next - first).toBeGreaterThanOrEqual(22 * 3_600_000);
        expect(next - first).toBeLessThanOrEqual(26 * 3_600_000);
        expect(todayIn(timeZone, new Date(first))).toBe(day);
        expect(todayIn(timeZone, new Date(first - 1))).toBe(addDays(day, -1));
        expect(todayIn(timeZone, new Date(next - 1))).toBe(day);
      }),
      { numRuns: 2_000 },
    );
  });

  it("hold each moment around every change of a clock", () => {
    expect(changing.length).toBeGreaterThan(2_000);
    for (const { timeZone, at } of changing) {
      for (const beside of [-3_600_001, -1_000, -1, 0, 1, 1_800_000, 3_600_000, 7_200_000]) {
        const day = todayIn(timeZone, new Date(at + beside));
        const about = `${timeZone} ${new Date(at + beside).toISOString()} ${day}`;
        expect(firstMomentOf(day, timeZone), about).toBeLessThanOrEqual(at + beside);
        expect(firstMomentOf(addDays(day, 1), timeZone), about).toBeGreaterThan(at + beside);
      }
    }
  });

  it("begin with a midnight that comes twice at the first, and without one when the clocks skip it", () => {
    const at = (day: string, timeZone: string) => new Date(firstMomentOf(day, timeZone)).toISOString();
    expect(at("2026-11-01", "America/Havana")).toBe("2026-11-01T04:00:00.000Z");
    expect(at("2026-10-25", "Atlantic/Azores")).toBe("2026-10-25T00:00:00.000Z");
    expect(at("2026-09-06", "America/Santiago")).toBe("2026-09-06T04:00:00.000Z");
    expect(at("2026-04-24", "Africa/Cairo")).toBe("2026-04-23T22:00:00.000Z");
    expect(at("2026-04-05", "Australia/Lord_Howe")).toBe("2026-04-04T13:00:00.000Z");
    // The zone went from the 29th to the 31st.
    expect(at("2011-12-30", "Pacific/Apia")).toBe("2011-12-30T10:00:00.000Z");
    expect(at("2011-12-31", "Pacific/Apia")).toBe("2011-12-30T10:00:00.000Z");
  });
});

describe("a local time", () => {
  it("is read as the moment that the clocks show so, the first of two", () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, given) => {
        const at = Math.floor(given / 1_000) * 1_000;
        const local = new Date(at + offsetOf(timeZone, at)).toISOString().slice(0, 19);
        const read = Date.parse(momentOf(local, timeZone) ?? "");
        expect(read + offsetOf(timeZone, read)).toBe(Date.parse(`${local}Z`));
        expect(read).toBeLessThanOrEqual(at);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is read so around every change of a clock", () => {
    for (const { timeZone, at } of changing) {
      for (const beside of [-5_400_000, -1_800_000, -1_000, 0, 900_000, 3_599_000, 5_400_000]) {
        const local = new Date(at + beside + offsetOf(timeZone, at + beside)).toISOString().slice(0, 19);
        const read = Date.parse(momentOf(local, timeZone) ?? "");
        const about = `${timeZone} ${local}`;
        expect(read + offsetOf(timeZone, read), about).toBe(Date.parse(`${local}Z`));
        expect(read, about).toBeLessThanOrEqual(at + beside);
      }
    }
  });
});
