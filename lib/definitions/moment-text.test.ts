import { expect, it } from "vitest";
import { isoOf } from "./moment-text.ts";

it.each([
  ["2026-01-05 08:00:00+00", "2026-01-05T08:00:00.000Z"],
  ["2026-01-05 08:00:00.1+00", "2026-01-05T08:00:00.100Z"],
  ["2026-03-08 06:59:59.999999+00", "2026-03-08T06:59:59.999Z"],
  ["2026-03-08 01:59:59.5-05", "2026-03-08T06:59:59.500Z"],
  ["2026-03-08 12:29:59+05:30", "2026-03-08T06:59:59.000Z"],
])("writes %s as a Date does", (written, iso) => {
  expect(isoOf(written)).toBe(iso);
  expect(isoOf(written)).toBe(new Date(written).toISOString());
});
