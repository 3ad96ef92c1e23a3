import { expect, it, vi } from "vitest";
import { sameFilters, viewsOf } from "./list-views.ts";

it("keeps the filters that are set and the order, and replaces all of them when a view is chosen", () => {
  const [change, onOrder] = [vi.fn(), vi.fn()];
  const filters = { claim_status: "OPEN", patient_mrn: "", service_from: "" };
  const views = viewsOf("claims", { filters, change }, { order: "-balance", onOrder });
  expect(views).toMatchObject({ list: "claims", filters: { claim_status: "OPEN", sort: "-balance" } });
  views.onChoose({ patient_mrn: "MRN-7", of_an_older_version: "x" });
  expect(change).toHaveBeenCalledWith({ claim_status: "", patient_mrn: "MRN-7", service_from: "" });
  expect(onOrder).toHaveBeenCalledWith("");
});

it("compares filters whatever their order, and takes an empty one for none", () => {
  expect(sameFilters({ type: "payments:create" }, { status: "", type: "payments:create" })).toBe(true);
  expect(sameFilters({ type: "payments:create" }, { type: "payments:create", status: "failed" })).toBe(false);
  expect(sameFilters({}, { status: "failed" })).toBe(false);
});
