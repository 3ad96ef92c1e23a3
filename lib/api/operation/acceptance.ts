import type { Call } from "#lib/api/endpoints/endpoint";
import { assertNamedWithin, assertWriteWithin, isLimited, isOfView } from "#lib/api/identity/embed-limits";
import { heldUntil } from "#lib/api/request/hold";
import { refuseUnknownFields } from "#lib/api/request/unknown-fields";
import { asOwnChange, type OwnCause } from "#lib/db/change-cause";
import type { Transaction } from "#lib/db/tenant";
import type { Accept } from "#lib/definitions/acceptance";
import { type InputOf, type OperationDefinition, staleLists } from "#lib/definitions/operation";
import { sendDraft } from "#lib/drafts/send-draft";
import { connectorOf } from "#lib/emr/connect";
import { newJobWrites } from "#lib/job-record/queue-job";
import {
  joinLine,
  joinLines,
  lockRecord,
  lockSchedule,
  pendingRequests,
  recordKeyOf,
} from "#lib/job-record/record-order";
import { openToCorrect } from "#lib/jobs/lifecycle/correct-job";
import { jobInFlight } from "#lib/jobs/lifecycle/one-at-a-time";
import { openCallback } from "#lib/jobs/passed-on/callback";
import { allInOrder } from "#lib/kernel/all-in-order";
import { present } from "#lib/kernel/clock";
import { DomainError, forbidden } from "#lib/kernel/domain-error";
import type { Metadata } from "#lib/kernel/metadata";
import type { AccountTenant, Principal } from "#lib/kernel/principal";
import { isStorable } from "#lib/kernel/storable-text";
import { warningsOf } from "#lib/kernel/unknown-fields";
import { auditWrite } from "#lib/security/audit/audit-log";
import { apiClientOf } from "#lib/security/credentials/api-client";
import { assertAccepts, loadAccount } from "./account.ts";
import type { Asked } from "./asked.ts";

const ACCEPTED = 202;

/** Returns whether an acceptance neither writes nor takes a lock before its last packet. */
export const onlyReads = (
  { changes, oneAtATime, locks, schedules, file }: OperationDefinition,
  { draftId, correctsId }: { draftId: string | null; correctsId: number | null },
): boolean =>
  !changes && !locks && !schedules && !file && oneAtATime === undefined && draftId === null && correctsId === null;

/**
 * Accepts one operation (decisions §6): the checks, the domain record, the job, its queue entry, its audit entry and
 * the response stored for the idempotency key commit or roll back together. Returns the response and the rows still to
 * be written.
 */
export async function acceptIn<Definition extends OperationDefinition>(
  tx: Transaction,
  call: Call,
  definition: Definition,
  accept: Accept<Definition>,
  parsed: Asked<Definition>,
) {
  const { principal, params } = call;
  const tenant = { organizationId: principal.organizationId, linkedAccountId: principal.linkedAccountId };
  const { input, callbackUrls: urls, unknown, correctsId, trace, file } = parsed;
  const hold = heldUntil(call.request, principal, present());
  const recordKey = changedRecordOf(definition, input, params);
  const pending = async () =>
    (recordKey === null ? [] : await pendingRequests(tx, tenant.linkedAccountId, recordKey)) as Partial<
      InputOf<Definition>
    >[];
  await assertNamedWithin(tx, principal, { limit: definition.embed, input, params });
  const needed = definition.alsoNeeds?.(input) ?? null;
  if (needed !== null && !principal.permissions.has(needed)) throw forbidden(needed);
  const admitted = admit(tx, call, definition, { ...parsed, recordKey });
  // A lock must be held before the checks read. Without one, their queries leave in the packet of the account's.
  if (!onlyReads(definition, parsed)) await admitted;
  const cause: OwnCause = { jobId: null };
  const isEmbedded = principal.embed !== undefined;
  const offer = principal.embed?.offer ?? null;
  admitted.then(
    ({ jobId }) => Object.assign(cause, { jobId }),
    () => undefined,
  );
  const [account, accepted] = await allInOrder([
    admitted,
    asOwnChange(cause, () =>
      accept({ tx, tenant, isEmbedded, offer, params, input, file, pending, account: admitted }),
    ),
  ]);
  const { jobId, apiClientId, draftedBy, failedOne } = account;
  const line = accepted.lines ? await joinLines(tx, tenant.linkedAccountId, accepted.lines) : account.line;
  const { changed } = accepted;
  const told = { ...(draftedBy && { drafted_by: draftedBy.name }), ...(changed && { changed }) };
  const detail = Object.keys(told).length > 0 ? { detail: told } : {};
  const warnings = warningsOf(unknown);
  await assertWriteWithin(tx, principal, { limit: definition.embed, patientMrn: accepted.patientMrn });
  const identifiers = accepted.identifiers as Record<string, string>;
  const body = {
    success: true,
    ...(definition.saysQueued ? { status: "queued" } : {}),
    message: definition.acceptedMessage,
    ...identifiers,
    [definition.jobId.field]: definition.jobId.type === "integer" ? jobId : String(jobId),
    ...(warnings.length > 0 && { warnings }),
  };
  const passesOn = connectorOf(account.emrType).passesOn === true;
  if (passesOn) await openCallback(tx, tenant, jobId, { callerWaits: true });
  const queued = newJobWrites({
    id: jobId,
    tenant,
    type: definition.id,
    invalidates: staleLists(definition, "queued"),
    oneAtATime: definition.oneAtATime !== undefined,
    patientMrn: accepted.patientMrn,
    actor: principal.actor,
    request: input,
    callbackUrls: urls,
    metadata: ownTexts(definition, principal) ?? parsed.metadata ?? failedOne,
    apiClientId,
    accessTokenReferenceId: account.accessTokenReferenceId,
    originVersion: account.originVersion,
    identifiers,
    warnings,
    ...(correctsId !== null && { retryOf: correctsId }),
    line,
    heldUntil: hold,
    trace,
  });
  const record = accepted.record ? [accepted.record] : [];
  const audited = { ...call.audit, ...detail, status: ACCEPTED, jobId, patientMrn: accepted.patientMrn };
  return { status: ACCEPTED, body, passesOn, writes: [...queued, ...record, auditWrite(audited)] };
}

/** Returns the key of the record that the operation changes; null if it changes no existing one. */
function changedRecordOf<Definition extends OperationDefinition>(
  { changes }: Definition,
  input: InputOf<Definition>,
  params: Record<string, string>,
): string | null {
  const recordId = changes?.idOf({ input, params }) ?? null;
  // No record has an id that PostgreSQL cannot store: the operation's own checks refuse it.
  return changes && recordId !== null && isStorable(recordId) ? recordKeyOf(changes.kind, recordId) : null;
}

/** Returns the metadata that the partner has given the embedded view, which its visitors cannot replace. */
const ownTexts = ({ takesMetadata }: OperationDefinition, { embed }: Principal): Metadata | null =>
  takesMetadata === false ? null : (embed?.metadata ?? null);

/**
 * Loads the account and the new job's id, and throws if the account does not accept the operation now. Locks the account's
 * schedule, joins the record's line, sends the draft and locks the failed job that the request corrects, if there are any.
 */
async function admit<Definition extends OperationDefinition>(
  tx: Transaction,
  { principal }: Call,
  definition: Definition,
  { input, unknown, draftId, correctsId, recordKey }: Asked<Definition> & { recordKey: string | null },
) {
  const tenant = { organizationId: principal.organizationId, linkedAccountId: principal.linkedAccountId };
  const { linkedAccountId } = tenant;
  const [, , line, account, apiClientId] = await Promise.all([
    definition.locks ? lockRecord(tx, linkedAccountId, definition.locks(input)) : null,
    // The lines' locks come before the job's id, so that the ids in a line grow in the order in which jobs join it.
    definition.schedules ? lockSchedule(tx, linkedAccountId) : null,
    // Acceptance finds the lines of a job that schedules.
    recordKey === null || definition.schedules ? undefined : joinLine(tx, linkedAccountId, recordKey),
    loadAccount(tx, linkedAccountId),
    apiClientOf(tx, principal),
    refuseUnknownFields(tx, principal, unknown),
  ]);
  assertAccepts(account, definition, input);
  await refuseSecond(tx, tenant, definition);
  const { jobId } = account;
  let failedOne: Metadata = {};
  if (correctsId !== null) {
    const isSeen = (mrn: string | null) =>
      !isLimited(principal) ||
      definition.embed === "open" ||
      // The failed job may be one of the clinic's own people.
      (!principal.embed?.offer && isOfView(principal, mrn, (read) => read(tx)));
    failedOne = await openToCorrect(tx, { jobId: correctsId, linkedAccountId, operation: definition.id, isSeen });
  }
  const draftedBy = draftId && (await sendDraft(tx, { id: draftId, linkedAccountId, operation: definition.id, jobId }));
  return { ...account, line, apiClientId, draftedBy, failedOne };
}

/** Throws 409 with the job in progress if the operation runs one at a time and the account has one (interface 3.3). */
async function refuseSecond(tx: Transaction, tenant: AccountTenant, { id, oneAtATime, jobId }: OperationDefinition) {
  if (oneAtATime === undefined) return;
  const inFlight = await jobInFlight(tx, tenant, id);
  if (inFlight === undefined) return;
  throw new DomainError("conflict", `${oneAtATime} for this account`, {
    details: { status: "running", [jobId.field]: String(inFlight) },
  });
}
