import { expect, test } from "vitest";
import { fieldLabel, fieldValue } from "./field-words.ts";

test("fields are named as people do", () => {
  expect(["emr_transaction_id", "patient_mrn", "payment_method", "callback_urls"].map(fieldLabel)).toEqual([
    "EMR transaction ID",
    "Patient MRN",
    "Payment method",
    "Callback URLs",
  ]);
});

test("lists and simple records read as words, and what is empty is none", () => {
  expect(fieldValue("tags", ["Billing", "Call"])).toBe("Billing, Call");
  expect([[], "", null].map((value) => fieldValue("notes", value))).toEqual([null, null, null]);
  expect(fieldValue("answers", { q1: "3", q2: "0" })).toBe("q1: 3, q2: 0");
  expect(fieldValue("items", [{ name: "status" }])).toBe('[{"name":"status"}]');
  expect([fieldValue("closed", false), fieldValue("amount", 12.5)]).toEqual(["No", "$12.50"]);
});
