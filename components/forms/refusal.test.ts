import { describe, expect, it } from "vitest";
import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import { canStart, type OperationSummary } from "#lib/browser/session/account";
import { emrName } from "#lib/emr/kinds";
import { refusalOf, SWITCHED_OFF } from "./refusal.ts";

const account: LinkedAccountModel = {
  id: "a1",
  name: "Main",
  organization_name: "Riverside",
  emr_type: "records_api",
  timezone: "America/New_York",
  capabilities: ["payments"],
  writes: ["payments:create"],
  required_fields: {},
  unsupported_fields: {},
  unsupported_kinds: [],
  synced_at: null,
};

const operation = (id: string, capability: string | null, effect: "writes" | "reads" = "writes"): OperationSummary => ({
  id,
  name: id,
  effect,
  invalidates: [],
  title: id,
  summary: id,
  capability,
  method: "POST",
  forPatient: true,
  beginsToday: [],
  dates: [],
  path: "/",
});

describe("refusalOf", () => {
  it.each([
    ["a write that is switched on", operation("payments:create", "payments"), null],
    ["a write that is switched off", operation("payments:refund", "payments"), SWITCHED_OFF],
    ["a read, which has no switch", operation("claims:fetch", null, "reads"), null],
    [
      "an operation that the EMR lacks",
      operation("tasks:create", "tasks"),
      `Not supported by ${emrName("records_api")}`,
    ],
  ])("judges %s", (_, given, refusal) => {
    expect(refusalOf(account, given)).toBe(refusal);
    expect(canStart(account, given)).toBe(refusal === null);
  });

  it("refuses no supported write of an account whose writes are all switched on", () => {
    expect(refusalOf({ ...account, writes: null }, operation("payments:refund", "payments"))).toBeNull();
  });
});
