import { expect, it } from "vitest";
import { statedReasons } from "./failure-reasons.ts";

it("takes an EMR's own reasons, and its words where it has no code of ours", () => {
  const words = "Not in the matrix";
  expect(
    statedReasons([
      { code: "not_in_billing_matrix", description: words },
      { code: "LOCKED_17", message: "The record is locked" },
      { code: "constructor", description: "No" },
      { code: "__proto__" },
      "Plain words",
    ]),
  ).toEqual([
    { code: "not_in_billing_matrix", description: words },
    { code: "emr_refused", description: "The record is locked" },
    { code: "emr_refused", description: "No" },
    { code: "emr_refused", description: "__proto__" },
    { code: "emr_refused", description: "Plain words" },
  ]);
});

it("leaves out what says nothing or cannot be stored, and bounds the rest", () => {
  const useless = [null, 7, [], {}, "", " ", { description: "" }, { code: 1 }, "a\0b", { description: "\ud800" }];
  expect(statedReasons(useless)).toEqual([]);
  for (const given of [undefined, null, "text", 5, { 0: "a" }]) expect(statedReasons(given)).toEqual([]);
  const many = statedReasons(Array.from({ length: 1_000 }, () => "x".repeat(5_000)));
  expect([many.length, many[0]?.description.length]).toEqual([20, 2_000]);
});
