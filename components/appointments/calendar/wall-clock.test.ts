import { describe, expect, it } from "vitest";
import { spansOf } from "./day-spans.ts";
import { isOverMidnight } from "./over-midnight.ts";
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

describe("the places of a record on its days", () => {
  const WEEK = ["2026-03-06", "2026-03-07", "2026-03-08", "2026-03-09", "2026-03-10"];
  /** Returns each day's date with the hours from and until; "<" before one that began earlier, ">" after one that goes on. */
  const spans = (datetime: string, duration: number, days: readonly string[] = WEEK, zone = NEW_YORK) =>
    spansOf({ datetime, duration }, days, zone).map(
      ({ day, from, until, begins, ends }) =>
        `${day.slice(8)} ${begins ? "" : "<"}${from / 60}-${until / 60}${ends ? "" : ">"}`,
    );

  it.each([
    ["within a day", "2026-03-06T09:00:00-05:00", 60, ["06 9-10"]],
    ["until midnight", "2026-03-06T23:00:00-05:00", 60, ["06 23-24"]],
    ["a minute over midnight", "2026-03-06T23:00:00-05:00", 61, ["06 23-24>", `07 <0-${1 / 60}`]],
    ["a whole day", "2026-03-06T00:00:00-05:00", 1_440, ["06 0-24"]],
    ["of several days", "2026-03-06T13:00:00-05:00", 2 * 1_440, ["06 13-24>", "07 <0-24>", "08 <0-14"]],
    ["begun before the days", "2026-02-20T13:00:00-05:00", 15 * 1_440, ["06 <0-24>", "07 <0-13"]],
    ["of years", "2020-01-01T00:00:00-05:00", 20 * 525_600, WEEK.map((day) => `${day.slice(8)} <0-24>`)],
    ["after the days", "2026-03-11T23:00:00-04:00", 120, []],
    ["over before the days", "2026-03-04T23:00:00-05:00", 120, []],
    ["without a length", "2026-03-06T00:00:00-05:00", 0, ["06 0-0"]],
    ["into the day with the skipped hour", "2026-03-07T23:00:00-05:00", 240, ["07 23-24>", "08 <0-4"]],
    [
      "over the whole day with the skipped hour",
      "2026-03-07T23:00:00-05:00",
      25 * 60,
      ["07 23-24>", "08 <0-24>", "09 <0-1"],
    ],
    ["up to the end of the day with the skipped hour", "2026-03-07T23:00:00-05:00", 24 * 60, ["07 23-24>", "08 <0-24"]],
  ])("%s", (_name, datetime, duration, expected) => {
    expect(spans(datetime, duration)).toEqual(expected);
  });

  it("follows the repeated hour, a half hour, and a midnight that is skipped or comes twice", () => {
    const autumn = ["2026-10-31", "2026-11-01", "2026-11-02"];
    expect(spans("2026-10-31T23:00:00-04:00", 180, autumn)).toEqual(["31 23-24>", "01 <0-2"]);
    expect(spans("2026-10-31T23:00:00-04:00", 26 * 60, autumn)).toEqual(["31 23-24>", "01 <0-24"]);
    const lordHowe = ["2026-10-03", "2026-10-04"];
    expect(spans("2026-10-03T23:30:00+10:30", 180, lordHowe, "Australia/Lord_Howe")).toEqual([
      "03 23.5-24>",
      "04 <0-3",
    ]);
    const beirut = ["2026-03-28", "2026-03-29"];
    expect(spans("2026-03-28T23:00:00+02:00", 60, beirut, "Asia/Beirut")).toEqual(["28 23-24"]);
    expect(spans("2026-03-28T23:00:00+02:00", 90, beirut, "Asia/Beirut")).toEqual(["28 23-24>", "29 <1-1.5"]);
    const havana = ["2026-10-31", "2026-11-01"];
    expect(spans("2026-10-31T23:30:00-04:00", 60, havana, "America/Havana")).toEqual(["31 23.5-24>", "01 <0-0.5"]);
  });

  it("says of each record whether it lasts beyond its day", () => {
    const over = (datetime: string, duration: number) => isOverMidnight({ datetime, duration }, NEW_YORK);
    expect([over("2026-03-06T23:30:00-05:00", 30), over("2026-03-06T23:30:00-05:00", 31)]).toEqual([false, true]);
    // 23 and 25 hours.
    expect([over("2026-03-08T00:00:00-05:00", 23 * 60), over("2026-03-08T00:00:00-05:00", 23 * 60 + 1)]).toEqual([
      false,
      true,
    ]);
    expect([over("2026-11-01T00:00:00-04:00", 25 * 60), over("2026-11-01T00:00:00-04:00", 25 * 60 + 1)]).toEqual([
      false,
      true,
    ]);
  });
});
