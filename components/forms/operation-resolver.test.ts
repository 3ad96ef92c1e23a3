import type { ResolverOptions } from "react-hook-form";
import { expect, test } from "vitest";
import type { OperationDefinition } from "#lib/definitions/operation";
import { fetchAppointments } from "#lib/resources/appointments/fetch/definition";
import { fetchClaims } from "#lib/resources/claims/fetch/definition";
import { createPatientNote } from "#lib/resources/patient-notes/create/definition";
import { fetchPatients } from "#lib/resources/patients/fetch/definition";
import { createRecallAction } from "#lib/resources/recalls/act/definition";
import { updateReferral } from "#lib/resources/referrals/update/definition";
import { createTask } from "#lib/resources/tasks/create/definition";
import { operationResolver } from "./operation-resolver.ts";
import { splitTarget } from "./target-fields.ts";

const options = { fields: {}, shouldUseNativeValidation: false } as ResolverOptions<Record<string, unknown>>;

/** Returns the body that a form with these values would send, or its errors by field. */
async function check(
  definition: unknown,
  values: Record<string, unknown>,
  { standing, requiredToo }: { standing?: Record<string, unknown>; requiredToo?: readonly string[] } = {},
) {
  const resolve = operationResolver(definition as OperationDefinition, standing, requiredToo);
  const { values: sent, errors } = await resolve(values, undefined, options);
  const messages = Object.entries(errors).map(([field, error]) => [field, error?.message]);
  return messages.length > 0 ? Object.fromEntries(messages) : sent;
}

test("omits an empty list and sends a filled one", async () => {
  const note = { patient_mrn: "MRN-1", subject: "Call", note: "Called back", location_id: "", tags: [] };
  expect(await check(createPatientNote, note)).toEqual({ patient_mrn: "MRN-1", subject: "Call", note: "Called back" });
  expect(await check(createPatientNote, { ...note, tags: ["Administrative"] })).toMatchObject({
    tags: ["Administrative"],
  });
});

test("reports the visible one of two exclusive fields as missing", async () => {
  expect(await check(fetchClaims, { service_date: "", claim_ids: "" })).toEqual({
    service_date: "Enter the service date",
    claim_ids: "Enter the claim numbers",
  });
  expect(await check(fetchClaims, { service_date: "", claim_ids: ["CLM-1"] })).toEqual({ claim_ids: ["CLM-1"] });
});

test("asks for the chosen one of several ways to name patients, and sends it alone", async () => {
  const none = { mrn: "", name: "", phone: "", dob: "" };
  expect(await check(fetchPatients, none)).toEqual({
    mrn: "Enter the MRN",
    name: "Enter the name",
    phone: "Enter the phone",
    dob: "Enter the date of birth",
  });
  expect(await check(fetchPatients, { ...none, name: "Avila" })).toEqual({ name: "Avila" });
});

test("says in the form's words that too many days are asked for", async () => {
  const days = { start_date: "2026-03-01", end_date: "2026-04-01" };
  expect(await check(fetchAppointments, days)).toEqual({ end_date: "Enter a date less than 31 days after “from”" });
  expect(await check(fetchAppointments, { ...days, end_date: "2026-03-31" })).toEqual({
    ...days,
    end_date: "2026-03-31",
  });
});

test("names the invalid entry of a list", async () => {
  expect(await check(fetchClaims, { claim_ids: ["CLM-1", "x".repeat(101)] })).toEqual({
    claim_ids: "Entry 2: Shorten the claim numbers to 100 characters",
  });
  expect(await check(fetchClaims, { claim_ids: Array.from({ length: 26 }, (_, index) => `CLM-${index}`) })).toEqual({
    claim_ids: "Enter 1 to 25 claim numbers",
  });
});

test("requires the record of the path, which is not part of the body", async () => {
  expect(await check(createRecallAction, { id: "", action_taken: "Sent letter" })).toEqual({
    id: "Choose the recall",
  });
  const sent = await check(createRecallAction, { id: "r1", action_taken: "Sent letter", note: "" });
  expect(sent).toEqual({ id: "r1", action_taken: "Sent letter" });
  expect(splitTarget(createRecallAction.path, sent)).toEqual({
    target: { id: "r1" },
    body: { action_taken: "Sent letter" },
  });
});

test("requires the fields that the EMR requires besides the schema's", async () => {
  const task = { patient_mrn: "MRN-1", description: "Call back", subject: "" };
  expect(await check(createTask, task, { requiredToo: ["subject"] })).toEqual({ subject: "Enter the subject" });
  const sent = { ...task, subject: "The dose" };
  expect(await check(createTask, sent, { requiredToo: ["subject"] })).toEqual(sent);
});

test("shows errors of the whole form above it and does not send it", async () => {
  expect(await check(updateReferral, { id: "r1", status: "" })).toEqual({ root: "Nothing is changed yet" });
});

test("sends only the changed fields of a record, emptied ones included", async () => {
  const standing = { reason: "Knee pain", notes: "Call first", visits_allowed: 5, status: "Authorized" };
  const values = { id: "r1", ...standing, prior_authorization_code: "", specialty: "" };
  expect(await check(updateReferral, values, { standing })).toEqual({ root: "Nothing is changed yet" });
  expect(await check(updateReferral, { ...values, notes: "", prior_authorization_code: "PA-1" }, { standing })).toEqual(
    {
      id: "r1",
      notes: "",
      prior_authorization_code: "PA-1",
    },
  );
  expect(await check(updateReferral, { ...values, status: "", visits_allowed: Number.NaN }, { standing })).toEqual({
    status: "Choose the status",
    visits_allowed: "Enter a whole number of at least 0",
  });
});
