import { describe, expect, it } from "vitest";
import { fetchClaims } from "#lib/resources/claims/fetch/definition";
import { createPayment } from "#lib/resources/payments/create/definition";
import { updateReferral } from "#lib/resources/referrals/update/definition";
import { ApiFailure } from "./api-failure.ts";
import { failureProblems, readProblems } from "./field-problems.ts";

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

describe("failureProblems", () => {
  it("reads a refusal of the input, and of nothing else", () => {
    const message = "amount must be a positive number";
    expect(failureProblems(new ApiFailure(400, message), fields).fields.size).toBe(1);
    for (const status of [0, 401, 429, 500]) {
      expect(failureProblems(new ApiFailure(status, message), fields)).toEqual({ fields: new Map(), form: [] });
    }
  });
});
