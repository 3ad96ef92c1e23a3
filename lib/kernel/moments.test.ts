import { expect, it } from "vitest";
import { momentOf } from "./moments.ts";

it.each([
  ["2026-03-05T09:00:00-08:00", "2026-03-05T17:00:00.000Z"],
  ["2026-03-05T09:00:00+0530", "2026-03-05T03:30:00.000Z"],
  ["2026-03-05T09:00:00.5Z", "2026-03-05T09:00:00.500Z"],
  ["2026-03-05T09:00", "2026-03-05T17:00:00.000Z"],
  ["2026-07-05T09:00:00", "2026-07-05T16:00:00.000Z"],
  ["2026-07-05", "2026-07-05T07:00:00.000Z"],
  // The clocks of Los Angeles change on this day at two in the morning.
  ["2026-03-08T01:59:00", "2026-03-08T09:59:00.000Z"],
  ["2026-03-08T03:00:00", "2026-03-08T10:00:00.000Z"],
])("reads %s in Los Angeles as %s", (given, moment) => {
  expect(momentOf(given, "America/Los_Angeles")).toBe(moment);
});

it.each([
  // The clocks go forward at two in the morning, and at midnight.
  ["2026-03-08T02:30:00", "America/Los_Angeles", "2026-03-08T10:30:00.000Z"],
  ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ["2026-03-29", "Asia/Beirut", "2026-03-28T22:00:00.000Z"],
  // They go back to midnight, which they show twice.
  ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
])("reads %s in %s as its first moment, also when the clocks change", (given, zone, moment) => {
  expect(momentOf(given, zone)).toBe(moment);
});

it.each(["", "soon", "2026-13-01", "09:00"])("reads no moment from %j", (given) => {
  expect(momentOf(given, "America/Los_Angeles")).toBeNull();
});
