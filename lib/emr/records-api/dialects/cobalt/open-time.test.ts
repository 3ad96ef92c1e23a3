import { describe, expect, it } from "vitest";
import { dayOfOpenTime, isOpenTime, openTimesOf } from "./open-time.ts";
import { zoneOfEntry } from "./stated-zone.ts";

const ZONE = "America/New_York";
const NONE = { providers: new Map<string, string>(), places: new Map<string, string>() };
const ENTRY = {
  date: "2026-12-01",
  range_start: "T09:00:00",
  range_end: "T09:30:00",
  provider_id: "101",
  provider_name: "Ruiz, Dora",
  facility_id: "LOC-1",
  facility_name: "Main Street",
  timezone_abbr: "ET",
};

const read = (changes: Record<string, unknown>, { zone = ZONE as unknown, names = NONE } = {}) =>
  openTimesOf([{ ...ENTRY, ...changes }], { ofAnswer: zone, ofAccount: ZONE }, names);

describe("an open time is read in each form of its range", () => {
  it.each<[Record<string, unknown>, string, number]>([
    [{}, "2026-12-01T14:00:00.000Z", 30],
    [{ range_start: "09:00", range_end: "09:20" }, "2026-12-01T14:00:00.000Z", 20],
    [{ range_start: "9:00 AM", range_end: "12:15 p.m." }, "2026-12-01T14:00:00.000Z", 195],
    [{ range_start: "12:00 AM", range_end: "12:30 AM" }, "2026-12-01T05:00:00.000Z", 30],
    [{ range_start: "2026-12-01T09:00:00", range_end: "2026-12-01T09:30:00" }, "2026-12-01T14:00:00.000Z", 30],
    [{ range_start: "2026-12-01 09:00:00", range_end: "2026-12-01 09:30:00" }, "2026-12-01T14:00:00.000Z", 30],
    [
      { date: null, range_start: "2026-12-01T14:00:00Z", range_end: "2026-12-01T14:30:00Z" },
      "2026-12-01T14:00:00.000Z",
      30,
    ],
    [
      { range_start: "2026-12-01T09:00:00-05:00", range_end: "2026-12-01T09:30:00-0500" },
      "2026-12-01T14:00:00.000Z",
      30,
    ],
    [{ range_start: "09:00:00-05:00", range_end: "09:30:00-05:00" }, "2026-12-01T14:00:00.000Z", 30],
    [{ range_start: "T23:30:00", range_end: "T00:00:00" }, "2026-12-02T04:30:00.000Z", 30],
    [{ range_start: "T23:30:00", range_end: "T24:00:00" }, "2026-12-02T04:30:00.000Z", 30],
    [{ date: "2026-12-01T00:00:00Z" }, "2026-12-01T14:00:00.000Z", 30],
    // Clocks go back on 1 November, forward on 8 March.
    [{ date: "2026-11-01" }, "2026-11-01T14:00:00.000Z", 30],
    [{ date: "2026-10-31" }, "2026-10-31T13:00:00.000Z", 30],
    [{ date: "2026-03-08", range_start: "T01:30:00", range_end: "T03:00:00" }, "2026-03-08T06:30:00.000Z", 30],
  ])("%o", (changes, startsAt, duration) => {
    const { records, faulty } = read(changes);
    expect(faulty).toEqual([]);
    expect(records).toMatchObject([
      { category: "schedule_slot", startsAt, duration, providerEhrId: "101", locationEmrId: "LOC-1" },
    ]);
    const id = records[0]?.emrAppointmentId ?? "";
    expect([isOpenTime(id), dayOfOpenTime(id)]).toEqual([true, startsAt.slice(0, 10)]);
  });
});

it.each<[string, unknown, string]>([
  ["ET", ZONE, ZONE],
  ["EDT", ZONE, ZONE],
  ["CT", ZONE, "America/Chicago"],
  ["pst", ZONE, "America/Los_Angeles"],
  ["MST", "America/Phoenix", "America/Phoenix"],
  ["AKST", ZONE, "America/Anchorage"],
  ["HST", ZONE, "Pacific/Honolulu"],
  ["", "America/Chicago", "America/Chicago"],
  ["", null, ZONE],
  ["", "Mars/Olympus", ZONE],
  ["CET", "Europe/Berlin", "Europe/Berlin"],
  ["Eastern", ZONE, ZONE],
])("an entry in %s of an answer in %s is of %s", (abbreviation, ofAnswer, zone) => {
  expect(zoneOfEntry(abbreviation, ofAnswer, ZONE, "2026-12-01")).toBe(zone);
  expect(zoneOfEntry(abbreviation, ofAnswer, ZONE, "2026-07-01")).toBe(zone);
});

it("finds the EMR's ids where the service names its own, or a place by its name", () => {
  const names = {
    providers: new Map([["a".repeat(32), "101"]]),
    places: new Map([["Main Street", "LOC-1"]]),
  };
  const changes = { provider_id: "a".repeat(32), facility_id: null };
  expect(read(changes, { names }).records).toMatchObject([{ providerEhrId: "101", locationEmrId: "LOC-1" }]);
});

it("keeps each open time once, the longer of two from one moment", () => {
  const rows = [ENTRY, { ...ENTRY, range_end: "T10:00:00" }, ENTRY];
  const { records } = openTimesOf(rows, { ofAnswer: ZONE, ofAccount: ZONE }, NONE);
  expect(records).toMatchObject([{ duration: 60 }]);
});

it.each<[unknown, string]>([
  [{ provider_id: null }, "provider_id is missing"],
  [{ range_start: "soon" }, "range_start is no time"],
  [{ range_start: "25:00" }, "range_start is no time"],
  [{ range_start: "13:00 PM" }, "range_start is no time"],
  [{ range_end: { at: "T10:00:00" } }, "range_end is missing or of another type"],
  [{ range_end: "" }, "range_end is no time after range_start"],
  [{ range_start: "2026-12-01T09:00:00", range_end: "2026-12-01T09:00:00" }, "range_end is no time after range_start"],
  [{ date: "2026-02-30" }, "date is no date"],
  [{ provider_id: "1\u0000" }, "provider_id has a character that cannot be stored"],
  [{ provider_id: "9".repeat(10_000) }, "provider_id is too long"],
])("sets an entry aside that it does not understand, and keeps the others: %o", (changes, reason) => {
  const rows = [{ ...ENTRY, ...(changes as object) }, ENTRY];
  const { records, faulty } = openTimesOf(rows, { ofAnswer: ZONE, ofAccount: ZONE }, NONE);
  expect(records).toHaveLength(1);
  expect(faulty).toEqual([{ ehrId: expect.stringMatching(/^Open\/.{3,400}$/), reason }]);
});

it.each([null, 7, "text", [], undefined])("sets %o aside, which is no entry", (row) => {
  const { records, faulty } = openTimesOf([row], { ofAnswer: ZONE, ofAccount: ZONE }, NONE);
  expect([records, faulty]).toMatchObject([[], [{ ehrId: "Open/entry 1" }]]);
});
