import { expect, it } from "vitest";
import { operationSummaries } from "#lib/catalog/summaries";
import { requestAnew } from "./request-anew.ts";

const now = new Date("2026-11-20T15:00:00Z");

/** Returns the fields of the copy of a request that was sent on October 20, 2026. */
function copied(id: string, request: Record<string, unknown>, failed = false): Record<string, unknown> {
  const operation = operationSummaries.find((each) => each.id === id);
  if (!operation) throw new Error(`There is no operation ${id}`);
  const job = {
    status: failed ? "failed" : "completed",
    retried_as: null,
    request,
    created_at: "2026-10-20T16:00:00Z",
  };
  return requestAnew(job as Parameters<typeof requestAnew>[0], operation, "America/New_York", now);
}

it.each([
  ["payments:create", { amount: 5, deposit_date: "2026-10-20" }, { amount: 5 }],
  ["payments:create", { amount: 5, deposit_date: "2026-10-19" }, { amount: 5 }],
  ["payments:create", { amount: 5, deposit_date: "2026-12-01" }, { amount: 5 }],
  ["appointments:book", { reason: "A", datetime: "2026-11-19T09:30" }, { reason: "A" }],
  ["appointments:book", { datetime: "2026-11-20T09:30:00-05:00" }, { datetime: "2026-11-20T09:30:00-05:00" }],
  ["services:create", { team: "A", service_date: "2026-09-01" }, { team: "A" }],
  ["tasks:create", { subject: "A", start_date: "2026-10-01", due_date: "2026-11-19" }, { subject: "A" }],
  ["tasks:create", { subject: "A", due_date: "2026-11-20" }, { subject: "A", due_date: "2026-11-20" }],
  [
    "referrals:create",
    { reason: "A", start_date: "2026-01-01", end_date: "2026-12-31" },
    { reason: "A", end_date: "2026-12-31" },
  ],
  ["claims:fetch", { service_date: "2026-10-01" }, { service_date: "2026-10-01" }],
])("another request of %s like %j begins with %j", (id, request, copy) => expect(copied(id, request)).toEqual(copy));

it("a correction keeps a date that was not the day on which it was sent", () => {
  expect(copied("payments:create", { amount: 5, deposit_date: "2026-10-19" }, true)).toEqual({
    amount: 5,
    deposit_date: "2026-10-19",
  });
  expect(copied("payments:create", { amount: 5, deposit_date: "2026-10-20" }, true)).toEqual({ amount: 5 });
  expect(copied("tasks:create", { due_date: "2026-10-25" }, true)).toEqual({ due_date: "2026-10-25" });
});

it("knows the dates of every operation that writes from its definition", () => {
  const dates = Object.fromEntries(operationSummaries.map((each) => [each.id, each.dates]));
  expect(Object.fromEntries(Object.entries(dates).filter(([, names]) => names.length > 0))).toEqual({
    "appointments:book": ["datetime"],
    "appointments:change": ["datetime"],
    "patients:create": ["dob"],
    "payments:create": ["deposit_date"],
    "referrals:create": ["start_date", "end_date"],
    "referrals:update": ["start_date", "end_date"],
    "services:create": ["service_date"],
    "tasks:create": ["start_date", "due_date"],
  });
});
