import type { Coverage } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import {
  beneficiaryOf,
  groupNumberOf,
  isEnded,
  memberIdOf,
  payerIn,
  priorityOf,
  relationshipOf,
  subscriberOf,
  withGroupNumber,
  withMemberId,
  withPayer,
  withRelationship,
  withSubscriber,
} from "#lib/emr/fhir/coverage-fields";
import { hasKey } from "#lib/emr/fhir/job-key";
import { holdsAt } from "#lib/emr/fhir/period";
import { coveragesOf } from "#lib/emr/fhir/reading/coverages";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import {
  EmrError,
  type EmrInsuranceChanges,
  type EmrNewInsurance,
  type EmrPatientInsurance,
  type WriteOptions,
} from "#lib/emr/port/port";
import { beforeWriting } from "./certainty.ts";
import { makeChange } from "./change.ts";
import type { Make } from "./create.ts";
import { type FieldChange, type Value, withFields } from "./field-change.ts";
import { referenceTo } from "./references.ts";

const ENDED = "The insurance is cancelled in the EMR: add a new one";

type CoverageField = FieldChange<Coverage>;

/** Returns the fields that a request sets, each with its place in a Coverage. */
function fieldsOf(changes: EmrInsuranceChanges, baseUrl: string): CoverageField[] {
  const { payerId = null, payerName, memberId, groupNumber, priority, relationship, subscriber } = changes;
  const field = (
    wanted: Value | undefined,
    made: Pick<CoverageField, "name" | "of" | "set"> & Partial<CoverageField>,
  ): CoverageField[] =>
    // What is known of a patient stands in no reason.
    wanted === undefined || wanted === null ? [] : [{ shown: () => null, ...made, wanted }];
  const plainly = (value: Value): string => String(value ?? "none");
  return [
    ...field(payerName, {
      name: "payer",
      of(coverage) {
        const { id, name } = payerIn(coverage, baseUrl);
        if (payerId === null) return name ?? id;
        // Another organization may have the same name.
        return id === payerId ? (payerName ?? null) : name === payerName ? id : (name ?? id);
      },
      set: (coverage) => withPayer(coverage, { id: payerId, name: payerName ?? "" }),
    }),
    ...field(memberId, {
      name: "member number",
      of: memberIdOf,
      set: (coverage) => withMemberId(coverage, memberId ?? ""),
    }),
    ...field(groupNumber, {
      name: "group number",
      of: groupNumberOf,
      set: (coverage) => withGroupNumber(coverage, groupNumber ?? ""),
    }),
    ...field(priority, { name: "priority", of: priorityOf, set: () => ({ order: priority }), shown: plainly }),
    ...field(relationship, {
      name: "relationship",
      of: relationshipOf,
      set: (coverage) => withRelationship(coverage, relationship ?? "self"),
      shown: plainly,
    }),
    // After the relationship, which decides who it may be.
    ...field(subscriber, {
      name: "subscriber",
      of: subscriberOf,
      set: (coverage) => withSubscriber(coverage, subscriber ?? ""),
    }),
  ];
}

/** Returns a new insurance of a patient, in force from now on. */
export function newCoverage({ patientEhrId, ...insurance }: EmrNewInsurance, baseUrl: string): Coverage {
  const beneficiary = referenceTo("Patient", patientEhrId);
  const coverage: Coverage = {
    resourceType: "Coverage",
    status: "active",
    beneficiary,
    subscriber: beneficiary,
    payor: [],
  };
  return withFields(coverage, fieldsOf(insurance, baseUrl));
}

/** What an insurance must not have in common with another one of its patient. */
type Claimed = Pick<EmrInsuranceChanges, "priority" | "memberId" | "payerId" | "payerName">;

/** Returns whether a Coverage is from the payer of an insurance: the same organization, or one of the same name. */
function isOfPayer(coverage: Untrusted, { payerId, payerName }: Claimed, baseUrl: string): boolean {
  const { id, name } = payerIn(coverage, baseUrl);
  return (id !== null && id === payerId) || name?.toLowerCase() === payerName?.toLowerCase();
}

const duplicate = (what: string): EmrError =>
  new EmrError("validation", `The patient has another insurance ${what} in the EMR`, { code: "duplicate" });

/** Throws a validation fault if another insurance of the patient that is in force has the priority, or the number of the same payer. */
function requireFree(others: readonly Untrusted[], claimed: Claimed, baseUrl: string): void {
  const now = new Date();
  const inForce = others.filter((each) => !isEnded(each) && holdsAt(each, now));
  if (inForce.some((each) => claimed.priority !== undefined && priorityOf(each) === claimed.priority))
    throw duplicate("of this priority");
  if (inForce.some((each) => memberIdOf(each) === claimed.memberId && isOfPayer(each, claimed, baseUrl)))
    throw duplicate("with this member number from the same payer");
}

/** Reads an insurance as the server shows it. */
export type ReadInsurance = (id: string, signal: AbortSignal) => Promise<EmrPatientInsurance | null>;

/** Reads an insurance that was just written. Throws an EmrError that does not say that nothing was done. */
async function writtenInsurance(
  readInsurance: ReadInsurance,
  id: string,
  signal: AbortSignal,
): Promise<EmrPatientInsurance> {
  const read = await readInsurance(id, signal).catch((error: unknown) => {
    if (error instanceof EmrError) throw new EmrError("passing", error.message, { notDone: false });
    throw error;
  });
  if (read) return read;
  throw new EmrError("passing", "The EMR took the insurance and does not show it", { notDone: false });
}

/** Adds an insurance of a patient under a job's key by `make`, and returns it as the server keeps it. Throws an EmrError. */
export async function createInsurance(
  context: FhirContext,
  insurance: EmrNewInsurance,
  { options, make, readInsurance }: { options: WriteOptions; make: Make; readInsurance: ReadInsurance },
): Promise<EmrPatientInsurance> {
  const { baseUrl } = context.server;
  const { idempotencyKey: key, signal } = options;
  const present = await beforeWriting(coveragesOf(context, insurance.patientEhrId, signal));
  // One that an earlier sending has added is not asked about again: who came after it is the other one.
  if (!present.some((each) => hasKey(each, key))) requireFree(present, insurance, baseUrl);
  const id = await make(context, newCoverage(insurance, baseUrl), options, "insurance");
  return writtenInsurance(readInsurance, id, signal);
}

/** Throws a validation fault if an insurance has after a change what another one of its patient has. */
async function requireFreeAfter(
  context: FhirContext,
  { id, changes }: { id: string; changes: EmrInsuranceChanges },
  { idempotencyKey: key, signal }: WriteOptions,
): Promise<void> {
  const { baseUrl } = context.server;
  const before = await context.server.read("Coverage", id, signal);
  const patient = before && beneficiaryOf(before, baseUrl);
  if (!before || patient === null || hasKey(before, key)) return;
  const others = (await coveragesOf(context, patient, signal)).filter((each) => each.id !== id);
  const payer = payerIn(before, baseUrl);
  const claimed: Claimed = {
    ...(changes.priority !== undefined && { priority: changes.priority }),
    memberId: changes.memberId ?? memberIdOf(before) ?? "",
    payerId: changes.payerName === undefined ? payer.id : (changes.payerId ?? null),
    payerName: changes.payerName ?? payer.name ?? "",
  };
  requireFree(others, claimed, baseUrl);
}

/**
 * Changes an insurance under a job's key, once, and returns it as the server keeps it: all that the change does not name stays. Throws an
 * EmrError.
 */
export async function changeInsurance(
  context: FhirContext,
  { id, changes }: { id: string; changes: EmrInsuranceChanges },
  { options, readInsurance }: { options: WriteOptions; readInsurance: ReadInsurance },
): Promise<EmrPatientInsurance> {
  const { priority, memberId, payerName } = changes;
  if ([priority, memberId, payerName].some((each) => each !== undefined))
    await beforeWriting(requireFreeAfter(context, { id, changes }, options));
  await makeChange<Coverage>(
    context,
    {
      type: "Coverage",
      id,
      noun: "insurance",
      fields: fieldsOf(changes, context.server.baseUrl),
      check: (coverage) => (isEnded(coverage) ? ENDED : null),
    },
    options,
  );
  return writtenInsurance(readInsurance, id, options.signal);
}
