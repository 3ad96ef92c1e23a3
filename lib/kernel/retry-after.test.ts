import { expect, it } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const now = new Date("2026-03-02T10:00:00Z");
const DAY_MS = 86_400_000;
const read = (header: string | null | undefined) => retryAfterMs(header, { mostMs: DAY_MS, now });

it.each([
  ["120", 120_000],
  [" 120 ", 120_000],
  ["0", 0],
  ["Mon, 02 Mar 2026 10:02:00 GMT", 120_000],
  ["Monday, 02-Mar-26 10:02:00 GMT", 120_000],
  ["2026-03-02T10:02:00Z", 120_000],
  ["Mon, 02 Mar 2026 09:00:00 GMT", 0],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
])("reads %s", (header, ms) => {
  expect(read(header)).toBe(ms);
});

it.each([
  "Fri, 31 Dec 9999 23:59:59 GMT",
  "9999-12-31T23:59:59Z",
  "86401",
  "253402300799",
  "1000000000",
  "9".repeat(400),
])("allows no more than the longest time for %s", (header) => {
  expect(read(header)).toBe(DAY_MS);
});

it.each([
  null,
  undefined,
  "",
  "-5",
  "-1e9",
  "1e9",
  "1.5",
  "NaN",
  "Infinity",
  "0x10",
  "soon",
  "120, 120",
  "12 s",
  "Mon",
])("takes %s for no header", (header) => {
  expect(read(header)).toBeNull();
});
