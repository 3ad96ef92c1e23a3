import { describe, expect, it } from "vitest";
import type { OperationDefinition } from "#lib/definitions/operation";
import { fetchClaims } from "#lib/resources/claims/fetch/definition";
import { createPayment } from "#lib/resources/payments/create/definition";
import { updateReferral } from "#lib/resources/referrals/update/definition";
import { withoutEmpties } from "./form-values.ts";
import { operationResolver } from "./operation-resolver.ts";
import { readProblems } from "./problems.ts";

const fields = createPayment.form;
const read = (message: string) => {
  const problems = readProblems(message, fields);
  return { fields: Object.fromEntries(problems.fields), form: problems.form };
};

describe("readProblems", () => {
  it.each([
    ["Missing required field: patient_mrn", { patient_mrn: "Missing required field: Patient" }],
    ["amount must be a positive number", { amount: "Amount must be a positive number" }],
    ["Patient not found", { patient_mrn: "Patient not found" }],
    ["Patient with this patient_mrn not found", { patient_mrn: "Patient not found" }],
    [
      "location must be one of the account's locations: L1, L2",
      { location: "Location must be one of the account's locations: L1, L2" },
    ],
    ["Unexpected field: deposit_date", { deposit_date: "Unexpected field: Deposit date" }],
  ])("puts %j on its field", (message, expected) => {
    expect(read(message)).toEqual({ fields: expected, form: [] });
  });

  it("names by their labels the other fields that a problem speaks of, too", () => {
    const message = "end_date must be on or after start_date";
    expect(readProblems(message, updateReferral.form).fields).toEqual(
      new Map([["end_date", "Valid until must be on or after valid from"]]),
    );
    expect(readProblems("Send exactly one of service_date or claim_ids", fetchClaims.form)).toEqual({
      fields: new Map([["service_date", expect.stringMatching(/^Send exactly one of [^_]+ or [^_]+$/)]]),
      form: [],
    });
  });

  it("takes several problems apart, each for its field", () => {
    expect(read("Missing required field: patient_mrn; amount must be a positive number")).toEqual({
      fields: { patient_mrn: "Missing required field: Patient", amount: "Amount must be a positive number" },
      form: [],
    });
  });

  it("leaves a problem whole that has a semicolon of its own", () => {
    expect(read("location is unknown; valid are A and B").fields).toEqual({
      location: "Location is unknown; valid are A and B",
    });
  });

  it("says above the form what concerns no field", () => {
    expect(read("User not found")).toEqual({ fields: {}, form: ["User not found"] });
    expect(read("Payments are not supported for the connected EMR").form).toHaveLength(1);
  });
});

describe("operationResolver", () => {
  const options = { fields: {}, shouldUseNativeValidation: false } as never;
  const resolve = (values: Record<string, unknown>) =>
    operationResolver(createPayment as unknown as OperationDefinition)(values, undefined, options);
  const filled = { patient_mrn: "M1", payment_method: "Cash", reference_number: "77", location: "L1", amount: 12.5 };

  it("gives what the API would be sent: what was left empty is not there", async () => {
    const { values, errors } = await resolve({ ...filled, notes: "", deposit_date: null });
    expect(errors).toEqual({});
    expect(values).toEqual(filled);
  });

  it("says the API's message for the same mistake", async () => {
    const { errors } = await resolve({ ...filled, patient_mrn: "", amount: Number.NaN, deposit_date: "2026-02-30" });
    expect(errors.patient_mrn?.message).toBe("Missing required field: Patient");
    expect(errors.amount?.message).toBe("Missing required field: Amount (must be a positive number)");
    expect(errors.deposit_date?.message).toBe("Deposit date must be a date that exists, YYYY-MM-DD");
  });

  it("keeps zero and false: they are values", () => {
    expect(withoutEmpties({ a: 0, b: false, c: "", d: undefined, e: Number.NaN, f: null })).toEqual({ a: 0, b: false });
  });
});
