import { expect, test } from "vitest";
import { fieldLabel, fieldValue } from "./field-words.ts";

test("fields have readable names", () => {
  expect(["emr_transaction_id", "patient_mrn", "payment_method", "callback_urls"].map(fieldLabel)).toEqual([
    "EMR transaction id",
    "Patient MRN",
    "Payment method",
    "Callback URLs",
  ]);
});

test("lists and simple records are formatted as text, and empty values as none", () => {
  expect(fieldValue("tags", ["Billing", "Call"])).toBe("Billing, Call");
  expect([[], "", null].map((value) => fieldValue("notes", value))).toEqual([null, null, null]);
  expect(fieldValue("answers", { q1: "3", q2: "0" })).toBe("q1: 3, q2: 0");
  expect(fieldValue("items", [{ name: "status" }])).toBe('[{"name":"status"}]');
  expect([fieldValue("closed", false), fieldValue("amount", 12.5)]).toEqual(["No", "$12.50"]);
});
