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

it.each(["", "soon", "2026-13-01", "09:00"])("reads no moment from %j", (given) => {
  expect(momentOf(given, "America/Los_Angeles")).toBeNull();
});
