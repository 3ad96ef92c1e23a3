import { expect, test } from "vitest";
import { shownFields } from "./field-words.ts";

const said = (record: Record<string, unknown>) => shownFields(record).map(({ label, value }) => `${label}: ${value}`);

test("lists and simple records read as words, and what is empty is left out", () => {
  expect(said({ tags: ["Billing", "Call"], claim_ids: [], notes: "", location_id: null })).toEqual([
    "Tags: Billing, Call",
  ]);
  expect(said({ answers: { q1: "3", q2: "0" } })).toEqual(["Answers: q1: 3, q2: 0"]);
  expect(said({ updated_fields: [{ name: "status" }] })).toEqual(['Updated fields: [{"name":"status"}]']);
  expect(said({ closed: false, amount: 12.5 })).toEqual(["Closed: No", "Amount: $12.50"]);
});
