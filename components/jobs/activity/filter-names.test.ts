import { expect, test } from "vitest";
import { fromJobFilters, NO_FILTERS, sameFilters, toJobFilters } from "./filter-names.ts";

test("what stands in the address is what a view keeps, and comes back from it", () => {
  const shown = { ...NO_FILTERS, q: "Ruiz", status: "queued,running", ambiguous: "true", by: "Dana" };
  expect(toJobFilters(shown)).toEqual({ query: "Ruiz", status: "queued,running", ambiguous: "true", actor: "Dana" });
  expect(fromJobFilters(toJobFilters(shown))).toEqual(shown);
  expect(toJobFilters(NO_FILTERS)).toEqual({});
});

test("filters are the same where they show the same list", () => {
  expect(sameFilters({ type: "payments:create" }, { type: "payments:create", status: "" })).toBe(true);
  expect(sameFilters({ type: "payments:create" }, { type: "payments:create", status: "failed" })).toBe(false);
});
