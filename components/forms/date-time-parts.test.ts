import { expect, it } from "vitest";
import { dateTimeOf, partsOf } from "./date-time-parts.ts";

it.each([
  ["", { day: "", time: "" }, ""],
  ["2026-12-01", { day: "2026-12-01", time: "" }, "2026-12-01T"],
  ["2026-12-01T", { day: "2026-12-01", time: "" }, "2026-12-01T"],
  ["T09:30", { day: "", time: "09:30:00" }, "T09:30"],
  ["2026-12-01T09:30", { day: "2026-12-01", time: "09:30:00" }, "2026-12-01T09:30"],
  ["2026-12-01T09:30:00-05:00", { day: "2026-12-01", time: "09:30:00" }, "2026-12-01T09:30"],
  ["next Tuesday", { day: "next Tuesday", time: "" }, "next TuesdayT"],
])("splits %j and joins it again", (value, parts, joined) => {
  expect(partsOf(value)).toEqual(parts);
  expect(dateTimeOf(parts)).toBe(joined);
});
