import { afterEach, describe, expect, it, vi } from "vitest";
import {
  agoWords,
  formatAsOf,
  formatDate,
  formatExact,
  formatTime,
  formatVisitTime,
  zoneWords,
} from "./time-words.tsx";

const moment = new Date("2026-03-02T15:04:12Z");
const after = (milliseconds: number) => agoWords(moment, moment.getTime() + milliseconds, "America/New_York");

describe("agoWords", () => {
  it.each([
    [0, "just now"],
    [-5_000, "just now"],
    [44_000, "just now"],
    [46_000, "1 min ago"],
    [4 * 60_000, "4 min ago"],
    [3 * 3_600_000, "3 h ago"],
    [49 * 3_600_000, "Mar 2"],
    [400 * 86_400_000, "Mar 2, 2026"],
  ])("returns after %i ms: %s", (milliseconds, words) => expect(after(milliseconds)).toBe(words));
});

describe("formatExact and formatTime", () => {
  it("show the moment in the zone, and only the exact format names the zone", () => {
    const at = moment.toISOString();
    expect(formatExact(at, "America/New_York").replaceAll("\u202f", " ")).toBe("Mar 2, 2026, 10:04:12 AM EST");
    expect(formatTime(at, "America/New_York").replaceAll("\u202f", " ")).toBe("10:04:12 AM");
  });
});

describe("formatAsOf", () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ["2026-03-03T04:30:00Z", "10:04 AM"],
    ["2026-03-03T05:30:00Z", "Mar 2, 2026, 10:04 AM"],
  ])("names the day once it is over in the zone, at %s: %s", (now, words) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
    expect(formatAsOf(moment.toISOString(), "America/New_York").replaceAll("\u202f", " ")).toBe(words);
  });
});

it.each(["2026-03-02T10:04", "2026-03-02T10:04:00", "2026-03-02T10:04:00-05:00", "2026-03-02T15:04:00Z"])(
  "formatVisitTime shows %s in the clinic's zone, whatever the reader's",
  (at) => expect(formatVisitTime(at, "America/New_York").replaceAll("\u202f", " ")).toBe("Mar 2, 2026, 10:04 AM"),
);

it.each([
  ["2026-03-02", "Mar 2, 2026"],
  ["1950-12-31", "Dec 31, 1950"],
  ["2026-13-45", "2026-13-45"],
  ["", ""],
  ["soon", "soon"],
])("formatDate formats %j as %j", (date, words) => expect(formatDate(date)).toBe(words));

it("compares years in the zone, not in the user's zone", () => {
  const newYear = Date.parse("2027-01-02T23:30:00-05:00");
  expect(agoWords(new Date("2026-12-31T23:30:00-05:00"), newYear, "America/New_York")).toBe("Dec 31, 2026");
  expect(agoWords(new Date("2026-12-31T23:30:00-05:00"), newYear, "Asia/Tokyo")).toBe("Jan 1");
});

describe("zoneWords", () => {
  const noon = "2026-03-02T12:00:00Z";

  it.each([
    ["America/New_York", "America/Los_Angeles", "EST"],
    ["America/New_York", "Europe/Berlin", "EST"],
    ["America/New_York", "America/New_York", null],
    ["America/New_York", "America/Detroit", null],
    ["Asia/Tokyo", "UTC", "GMT+9"],
  ])("returns for %s and a user in %s: %s", (zone, own, words) => expect(zoneWords(noon, zone, own)).toBe(words));

  it("names a zone only on days on which the clocks differ", () => {
    expect(zoneWords(noon, "America/Phoenix", "America/Denver")).toBeNull();
    expect(zoneWords("2026-07-02T12:00:00Z", "America/Phoenix", "America/Denver")).toBe("MST");
  });
});
