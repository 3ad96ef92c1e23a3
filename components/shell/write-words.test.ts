import { expect, it } from "vitest";
import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import { operationSummaries } from "#lib/catalog/summaries";
import { switchedOffWords } from "./write-words.ts";

const account: LinkedAccountModel = {
  id: "a1",
  name: "Main",
  organization_name: "Riverside",
  emr_type: "records_api",
  timezone: "America/New_York",
  capabilities: ["payments", "tasks", "claims_fetch"],
  writes: null,
  required_fields: {},
  unsupported_fields: {},
  unsupported_kinds: [],
  synced_at: null,
};
const words = (writes: string[] | null) => switchedOffWords({ ...account, writes }, operationSummaries);

it("names the supported writes that are switched off, and no operation that reads", () => {
  expect(words(["tasks:create"])).toContain("Payment");
  expect(words(["tasks:create"])).not.toContain("Task");
  expect(words(["tasks:create"])).not.toContain("Claim");
});

it("calls an EMR read-only if no supported write is switched on", () => {
  expect(words([])).toBe("Read-only: nothing is written to this EMR.");
});

it("says nothing if every write is switched on, or all are by default", () => {
  expect(words(null)).toBeNull();
  expect(words(operationSummaries.map(({ id }) => id))).toBeNull();
});
