import { describe, expect, it } from "vitest";
import { isRepeated, minutesIn, spanOf } from "./wall-clock.ts";

const NEW_YORK = "America/New_York";
const span = (datetime: string, duration: number, zone = NEW_YORK) => {
  const { from, until } = spanOf({ datetime, duration }, zone);
  return [from / 60, until / 60];
};

describe("a place on the clinic's clock", () => {
  it("follows from the record's own offset", () => {
    expect(spanOf({ datetime: "2026-03-02T23:30:00-05:00", duration: 20 }, NEW_YORK)).toEqual({
      day: "2026-03-02",
      from: 23 * 60 + 30,
      until: 23 * 60 + 50,
    });
  });

  it("ends at midnight at the latest", () => expect(span("2026-03-02T23:30:00-05:00", 60)).toEqual([23.5, 24]));

  it.each([
    ["before the skipped hour", "2026-03-08T01:00:00-05:00", 60, [1, 3]],
    ["across the skipped hour", "2026-03-08T01:30:00-05:00", 60, [1.5, 3.5]],
    ["after the skipped hour", "2026-03-08T03:00:00-04:00", 30, [3, 3.5]],
    ["on the evening before", "2026-03-07T22:00:00-05:00", 60, [22, 23]],
    ["by day", "2026-03-08T09:20:00-04:00", 40, [9 + 1 / 3, 10]],
  ])("in spring, %s", (_name, datetime, duration, hours) => expect(span(datetime, duration)).toEqual(hours));

  it.each([
    ["into the repeated hour", "2026-11-01T00:30:00-04:00", 60, [0.5, 1.5]],
    ["the first time round", "2026-11-01T01:30:00-04:00", 30, [1.5, 2]],
    ["the second time round", "2026-11-01T01:30:00-05:00", 30, [1.5, 2]],
    ["across both", "2026-11-01T00:30:00-04:00", 120, [0.5, 2.5]],
    ["by day", "2026-11-01T09:20:00-05:00", 40, [9 + 1 / 3, 10]],
  ])("in autumn, %s", (_name, datetime, duration, hours) => expect(span(datetime, duration)).toEqual(hours));

  it("supports half-hour zones", () => {
    expect(span("2026-10-04T01:30:00+10:30", 60, "Australia/Lord_Howe")).toEqual([1.5, 3]);
    expect(span("2026-03-02T09:00:00+05:45", 30, "Asia/Kathmandu")).toEqual([9, 9.5]);
  });
});

it.each([
  ["2026-11-01T01:30:00-04:00", true],
  ["2026-11-01T01:30:00-05:00", true],
  ["2026-11-01T00:59:00-04:00", false],
  ["2026-11-01T02:00:00-05:00", false],
  ["2026-03-08T03:30:00-04:00", false],
  ["2026-07-01T01:30:00-04:00", false],
])("detects whether the hour of %s occurs twice: %j", (datetime, repeated) => {
  expect(isRepeated(datetime, NEW_YORK)).toBe(repeated);
});

it("returns the current minute of the clinic's day", () => {
  expect(minutesIn(NEW_YORK, Date.parse("2026-03-08T07:30:00Z"))).toBe(3 * 60 + 30);
  expect(minutesIn(NEW_YORK, Date.parse("2026-11-01T06:30:00Z"))).toBe(90);
  expect(minutesIn("Asia/Kathmandu", Date.parse("2026-11-01T18:15:00Z"))).toBe(0);
});
