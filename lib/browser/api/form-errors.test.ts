import type { FieldValues, ResolverOptions } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { operationResolver } from "#components/forms/operation-resolver.ts";
import { fieldsOf } from "#components/forms/target-fields.ts";
import type { OperationDefinition } from "#lib/definitions/operation";
import { fetchClaims } from "#lib/resources/claims/fetch/definition";
import { createPayment } from "#lib/resources/payments/create/definition";
import { updateReferral } from "#lib/resources/referrals/update/definition";
import { formErrors } from "./form-errors.ts";

describe("formErrors", () => {
  it("assigns each error to its field and uses the field's label", () => {
    const { fields, others } = formErrors(
      [
        { field: "patient_mrn", message: "was not found" },
        { field: "amount", message: "must be a positive number" },
        { field: "amount", message: "must be at most 5" },
        { field: "location", message: "must be one of the account's locations: amount; notes" },
      ],
      createPayment.form,
    );
    expect(Object.fromEntries(fields)).toEqual({
      patient_mrn: "Patient was not found",
      amount: "Enter an amount above $0",
      location: "Choose one of the account's locations: amount; notes",
    });
    expect(others).toEqual([]);
  });

  it("names the entry of a list", () => {
    const { fields } = formErrors([{ field: "claim_ids[1]", message: "must be a string" }], fetchClaims.form);
    expect(fields.get("claim_ids")).toBe("Entry 2: Enter the claim numbers");
  });

  it("names the field of a list's entry, and a field within an object that the form names by its path", () => {
    const form = { visit_statuses: { label: "Visit statuses" }, "auth.client_id": { label: "Client id" } };
    const { fields, others } = formErrors(
      [
        { field: "visit_statuses[2].code", message: "must be unique" },
        { field: "auth.client_id", message: "is required" },
        { field: "auth.token_url", message: "must be a URL" },
      ],
      form,
    );
    expect(Object.fromEntries(fields)).toEqual({
      visit_statuses: "Entry 3: code must be unique",
      "auth.client_id": "Enter the client id",
    });
    expect(others).toEqual([{ field: "auth.token_url", message: "must be a URL" }]);
  });

  it("assigns an error of a path parameter to the picker of the record", () => {
    const { fields } = formErrors([{ field: "id", message: "was not found" }], fieldsOf(updateReferral));
    expect(fields.get("id")).toBe("Referral was not found");
  });

  it("omits errors of fields that the form lacks", () => {
    const error = { field: "access_token", message: "belongs to a user who is no longer linked or active" };
    expect(formErrors([error, { field: "toString", message: "is not expected here" }], createPayment.form)).toEqual({
      fields: new Map(),
      others: [error, { field: "toString", message: "is not expected here" }],
    });
  });
});

describe("operationResolver", () => {
  const options: ResolverOptions<FieldValues> = { fields: {}, shouldUseNativeValidation: false };
  const resolve = (values: Record<string, unknown>, definition: OperationDefinition = createPayment) =>
    operationResolver(definition)(values, undefined, options);
  const filled = { patient_mrn: "M1", payment_method: "Cash", reference_number: "77", location: "L1", amount: 12.5 };

  it("returns the body that the API receives, without empty fields", async () => {
    const { values, errors } = await resolve({ ...filled, notes: "", deposit_date: null });
    expect(errors).toEqual({});
    expect(values).toEqual(filled);
  });

  it("says the same for the same error as the API's message", async () => {
    const { errors } = await resolve({ ...filled, patient_mrn: "", amount: Number.NaN, deposit_date: "2026-02-30" });
    expect(errors.patient_mrn?.message).toBe("Choose the patient");
    expect(errors.amount?.message).toBe("Enter an amount above $0");
    expect(errors.deposit_date?.message).toBe("Enter a date that exists");
  });

  it("replaces the names of other fields in a message with their labels", async () => {
    const { errors } = await resolve({ id: "r1", start_date: "2026-03-02", end_date: "2026-03-01" }, updateReferral);
    expect(errors.end_date?.message).toBe("Enter a date on or after “valid from”");
  });
});
