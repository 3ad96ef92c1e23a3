import { expect, test } from "vitest";
import { dayRange } from "./day-range.ts";

test("days begin and end by the clinic's clock, also on days with a clock change", () => {
  expect(dayRange("2026-03-02", "2026-03-02", "America/New_York")).toEqual({
    created_after: "2026-03-02T05:00:00.000Z",
    created_before: "2026-03-03T04:59:59.999Z",
  });
  // This day has 23 hours.
  expect(dayRange("2026-03-08", "2026-03-08", "America/New_York")).toEqual({
    created_after: "2026-03-08T05:00:00.000Z",
    created_before: "2026-03-09T03:59:59.999Z",
  });
});

test("an end without a valid day stays open", () => {
  expect(dayRange("", "", "UTC")).toEqual({});
  expect(dayRange("soon", "2026-02-30", "UTC")).toEqual({});
  expect(dayRange("2026-03-02", "0002-03-02", "UTC")).toEqual({ created_after: "2026-03-02T00:00:00.000Z" });
  expect(dayRange("2026-03-02", "", "UTC")).toEqual({ created_after: "2026-03-02T00:00:00.000Z" });
});
