import { describe, expect, it } from "vitest";
import { sentences } from "#lib/kernel/field-error";
import { problemsOf } from "#lib/kernel/validation";
import { createPayment } from "./definition.ts";
import { createPaymentSample } from "./sample.ts";

const valid = createPaymentSample.request;

function problem(body: Record<string, unknown>): string | null {
  const parsed = createPayment.input.safeParse(body);
  return parsed.success ? null : sentences(problemsOf(parsed.error, body));
}

describe("a payment's body (interface 4.6)", () => {
  it.each(["patient_mrn", "payment_method", "reference_number", "location"])("requires %s and names it", (field) => {
    const { [field]: _left, ...rest } = valid as Record<string, unknown>;
    expect(problem(rest)).toBe(`Missing required field: ${field}`);
  });

  it("states the required form of a missing amount", () => {
    const { amount: _left, ...rest } = valid;
    expect(problem(rest)).toBe("Missing required field: amount (must be a positive number)");
  });

  it.each([0, -1, "45", Number.NaN, null])("refuses %s as an amount", (amount) => {
    expect(problem({ ...valid, amount })).toBe("amount must be a positive number");
  });

  it("accepts at most two decimals", () => {
    expect(problem({ ...valid, amount: 0.01 })).toBeNull();
    expect(problem({ ...valid, amount: 19.99 })).toBeNull();
    expect(problem({ ...valid, amount: 19.999 })).toBe("amount must be a positive number with at most two decimals");
    expect(problem({ ...valid, amount: 1e-7 })).toBe("amount must be a positive number with at most two decimals");
  });

  it("refuses an invalid deposit date", () => {
    expect(problem({ ...valid, deposit_date: "2026-02-30" })).toBe(
      "deposit_date must be a date that exists, YYYY-MM-DD",
    );
  });

  it("names every invalid field in one message", () => {
    expect(problem({ patient_mrn: " ", amount: -1 })).toBe(
      "patient_mrn must be a non-empty string; Missing required field: payment_method; " +
        "Missing required field: reference_number; Missing required field: location; amount must be a positive number",
    );
  });
});
