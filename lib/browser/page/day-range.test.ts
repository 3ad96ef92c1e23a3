import { expect, test } from "vitest";
import { dayRange } from "./day-range.ts";

test("days begin and end as the clinic's clock says, those of a change of the clock as well", () => {
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

test("an open end stays open, and so does one that is no day or lies before the first", () => {
  expect(dayRange("", "", "UTC")).toEqual({});
  expect(dayRange("soon", "2026-02-30", "UTC")).toEqual({});
  expect(dayRange("2026-03-02", "0002-03-02", "UTC")).toEqual({ created_after: "2026-03-02T00:00:00.000Z" });
  expect(dayRange("2026-03-02", "", "UTC")).toEqual({ created_after: "2026-03-02T00:00:00.000Z" });
});
