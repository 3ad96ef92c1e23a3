import { expect, test } from "vitest";
import { fromJobFilters, NO_FILTERS, toJobFilters } from "./filter-names.ts";

test("filters convert from the address to a saved view and back", () => {
  const shown = { ...NO_FILTERS, q: "Ruiz", status: "queued,running", ambiguous: "true", by: "Dana" };
  expect(toJobFilters(shown)).toEqual({ query: "Ruiz", status: "queued,running", ambiguous: "true", actor: "Dana" });
  expect(fromJobFilters(toJobFilters(shown))).toEqual(shown);
  expect(toJobFilters(NO_FILTERS)).toEqual({});
});
