import type { ResolverOptions } from "react-hook-form";
import { expect, test } from "vitest";
import type { OperationDefinition } from "#lib/definitions/operation";
import { fetchClaims } from "#lib/resources/claims/fetch/definition";
import { createPatientNote } from "#lib/resources/patient-notes/create/definition";
import { createRecallAction } from "#lib/resources/recalls/act/definition";
import { updateReferral } from "#lib/resources/referrals/update/definition";
import { operationResolver } from "./operation-resolver.ts";
import { splitTarget } from "./target-fields.ts";

const options = { fields: {}, shouldUseNativeValidation: false } as ResolverOptions<Record<string, unknown>>;

/** What a form with these values would send, or what it says at which field. */
async function check(definition: unknown, values: Record<string, unknown>, standing?: Record<string, unknown>) {
  const resolve = operationResolver(definition as OperationDefinition, standing);
  const { values: sent, errors } = await resolve(values, undefined, options);
  const said = Object.entries(errors).map(([field, error]) => [field, error?.message]);
  return said.length > 0 ? Object.fromEntries(said) : sent;
}

test("an empty list is not sent, a filled one is", async () => {
  const note = { patient_mrn: "MRN-1", subject: "Call", note: "Called back", location_id: "", tags: [] };
  expect(await check(createPatientNote, note)).toEqual({ patient_mrn: "MRN-1", subject: "Call", note: "Called back" });
  expect(await check(createPatientNote, { ...note, tags: ["Administrative"] })).toMatchObject({
    tags: ["Administrative"],
  });
});

test("of two fields that exclude each other the one in sight says that it is missing", async () => {
  expect(await check(fetchClaims, { service_date: "", claim_ids: "" })).toEqual({
    service_date: "Service date is required",
    claim_ids: "Claim numbers is required",
  });
  expect(await check(fetchClaims, { service_date: "", claim_ids: ["CLM-1"] })).toEqual({ claim_ids: ["CLM-1"] });
});

test("a problem with one entry of a list names the entry", async () => {
  expect(await check(fetchClaims, { claim_ids: ["CLM-1", "x".repeat(101)] })).toEqual({
    claim_ids: "Entry 2: Claim numbers must have at most 100 characters",
  });
  expect(await check(fetchClaims, { claim_ids: Array.from({ length: 26 }, (_, index) => `CLM-${index}`) })).toEqual({
    claim_ids: "Claim numbers must be an array of 1 to 25 claim numbers",
  });
});

test("the record that the address names must be chosen, and is no part of the body", async () => {
  expect(await check(createRecallAction, { id: "", action_taken: "Sent letter" })).toEqual({
    id: "Recall is required",
  });
  const sent = await check(createRecallAction, { id: "r1", action_taken: "Sent letter", note: "" });
  expect(sent).toEqual({ id: "r1", action_taken: "Sent letter" });
  expect(splitTarget(createRecallAction.path, sent)).toEqual({
    target: { id: "r1" },
    body: { action_taken: "Sent letter" },
  });
});

test("what is wrong with the form as a whole is said above it, and it is not sent", async () => {
  expect(await check(updateReferral, { id: "r1", status: "" })).toEqual({ root: "No updatable fields provided" });
});

test("of a record that is changed only what differs is sent, also where it was emptied", async () => {
  const standing = { reason: "Knee pain", notes: "Call first", visits_allowed: 5, status: "Authorized" };
  const values = { id: "r1", ...standing, prior_authorization_code: "", specialty: "" };
  expect(await check(updateReferral, values, standing)).toEqual({ root: "No updatable fields provided" });
  expect(await check(updateReferral, { ...values, notes: "", prior_authorization_code: "PA-1" }, standing)).toEqual({
    id: "r1",
    notes: "",
    prior_authorization_code: "PA-1",
  });
  expect(await check(updateReferral, { ...values, status: "", visits_allowed: Number.NaN }, standing)).toEqual({
    status: "Status must be a non-empty string",
    visits_allowed: "Visits allowed must be an integer of at least 0",
  });
});
