import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { assertWriteWithin, isLimited, isOfView } from "#lib/api/identity/embed-limits";
import { draftToSend } from "#lib/api/request/draft-to-send";
import { heldUntil } from "#lib/api/request/hold";
import { idempotently } from "#lib/api/request/idempotency";
import { jobToCorrect } from "#lib/api/request/job-to-correct";
import { refuseUnknownFields } from "#lib/api/request/unknown-fields";
import { unknownInWrite } from "#lib/api/request/unknown-in-write";
import { prepared } from "#lib/db/prepared";
import { job, linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { Accept } from "#lib/definitions/acceptance";
import { type InputOf, type OperationDefinition, staleLists } from "#lib/definitions/operation";
import { requiredByEmr } from "#lib/definitions/required-by-emr";
import { sendDraft } from "#lib/drafts/send-draft";
import { webhookTargets } from "#lib/egress/policies";
import { checkTarget } from "#lib/egress/target";
import { capabilitiesOf, connectorOf, requiredFieldsOf, storedProfile, unsupportedFieldsOf } from "#lib/emr/connect";
import { newJobWrites } from "#lib/job-record/queue-job";
import { joinLine, pendingRequests, recordKeyOf } from "#lib/job-record/record-order";
import { openToCorrect } from "#lib/jobs/lifecycle/correct-job";
import { jobInFlight } from "#lib/jobs/lifecycle/one-at-a-time";
import { openCallback } from "#lib/jobs/passed-on/callback";
import { awaitRefusal } from "#lib/jobs/passed-on/caller";
import { withoutRefusedNulls } from "#lib/kernel/absent-null";
import { allInOrder } from "#lib/kernel/all-in-order";
import { ApiError, badRequest, invalid, notFound, userNotFound } from "#lib/kernel/api-error";
import { present } from "#lib/kernel/clock";
import { type Problem, problem } from "#lib/kernel/field-error";
import { callbackUrls, httpsCallbackUrls } from "#lib/kernel/fields";
import { type Metadata, metadata } from "#lib/kernel/metadata";
import type { AccountTenant, Principal } from "#lib/kernel/principal";
import { newTrace, type TraceContext } from "#lib/kernel/tracing";
import { type UnknownFields, warningsOf } from "#lib/kernel/unknown-fields";
import { problemsOf } from "#lib/kernel/validation";
import { auditWrite, noteAudit } from "#lib/security/audit/audit-log";
import { apiClientOf } from "#lib/security/credentials/api-client";
import { wakeStreams } from "#lib/stream/wake";
import type { Call, Endpoint } from "./endpoint.ts";

const ACCEPTED = 202;

/** An embedded view's token must not let its holder send results to a URL of their choice. */
const NO_CALLBACKS = "Not allowed: an embedded view cannot send callback_urls; nothing was saved";

interface ParsedBody<Definition extends OperationDefinition> {
  input: InputOf<Definition>;
  callbackUrls: string[];
  /** Null if the request has none. */
  metadata: Metadata | null;
  unknown: UnknownFields;
}

const ownData = z.object({ metadata: metadata.optional() });

const CALLBACKS = {
  added: z.object({ callback_urls: callbackUrls.optional() }),
  instead: z.object({ callback_urls: httpsCallbackUrls.optional() }),
};

/** Returns the schema of a whole body: that of its fields leaves out `callback_urls` and `metadata`. */
const wholeBody = ({ input, takesMetadata, callbacks }: OperationDefinition) =>
  z.object({ ...input.shape, ...CALLBACKS[callbacks].shape, ...(takesMetadata !== false && ownData.shape) });

/** Returns a problem for each URL that deliveries may not reach (decisions §7). */
const targetProblems = (urls: readonly string[], given: unknown): Problem[] =>
  urls.flatMap((url, index) => {
    const refusal = checkTarget(url, webhookTargets());
    const field = Array.isArray(given) ? `callback_urls[${index}]` : "callback_urls";
    return refusal === null ? [] : problem(field, refusal, `callback_urls ${refusal}`);
  });

/** Checks the body's fields and its `callback_urls` together, so that one response names every problem. */
function parseBody<Definition extends OperationDefinition>(
  definition: Definition,
  known: z.ZodObject,
  body: Record<string, unknown>,
  url: URL,
): ParsedBody<Definition> {
  const { callback_urls: given, ...others } = body;
  const { metadata: texts, ...withoutMetadata } = others;
  const takesMetadata = definition.takesMetadata !== false;
  const fields = takesMetadata ? withoutMetadata : others;
  const own = ownData.safeParse(takesMetadata && "metadata" in others ? { metadata: texts } : {});
  const input = definition.input.safeParse(fields);
  const callbacks = CALLBACKS[definition.callbacks].safeParse({ callback_urls: given });
  const urls = callbacks.data?.callback_urls ?? [];
  const problems = [
    ...(input.success ? [] : problemsOf(input.error, body)),
    ...(callbacks.success ? [] : problemsOf(callbacks.error, body)),
    ...(own.success ? [] : problemsOf(own.error, body)),
    ...targetProblems(urls, given),
  ];
  if (problems.length > 0) throw invalid(problems);
  return {
    input: input.data as InputOf<Definition>,
    callbackUrls: urls,
    metadata: own.data?.metadata ?? null,
    unknown: unknownInWrite(known, body, url),
  };
}

const accountWithJobId = prepared((tx) =>
  tx
    .select({
      emrType: linkedAccount.emrType,
      profile: linkedAccount.profile,
      writes: linkedAccount.writes,
      timezone: linkedAccount.timezone,
      userActive: linkedAccount.userActive,
      unlinkedAt: linkedAccount.unlinkedAt,
      accessTokenReferenceId: linkedAccount.accessTokenReferenceId,
      originVersion: linkedAccount.originVersion,
      jobId: sql<string>`nextval('job_id_seq')`,
    })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, sql.placeholder("id"))),
);

/** Loads the account's data for an acceptance and the new job's id in one round trip. */
async function loadAccount(tx: Transaction, accountId: string) {
  const [account] = await accountWithJobId(tx).execute({ id: accountId });
  if (!account) throw notFound("Linked account");
  return { ...account, jobId: Number(account.jobId) };
}

/** Throws 400 for missing fields that the connected EMR requires (interface 4.10). */
function requireFieldsOfEmr(definition: OperationDefinition, input: object, emrType: string): void {
  const missing = requiredByEmr(definition, requiredFieldsOf(emrType)).filter((field) => !(field in input));
  if (missing.length === 0) return;
  throw invalid(missing.map((field) => problem(field, "is required", `Missing required field: ${field}`)));
}

/** Throws 400 for fields that the connected EMR has no place for (decisions §12). */
function refuseFieldsWithoutPlace({ capability }: OperationDefinition, input: object, emrType: string): void {
  const unsupported = capability === null ? {} : unsupportedFieldsOf(emrType)[capability];
  const set = Object.entries(input).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && !value.length),
  );
  const problems = set.flatMap(([field]) => {
    const reason = unsupported?.[field];
    return reason === undefined ? [] : [problem(field, `is not supported for the connected EMR: ${reason}`)];
  });
  if (problems.length > 0) throw invalid(problems);
}

/** Throws 409 with the job in progress if the operation runs one at a time and the account has one (interface 3.3). */
async function refuseSecond(tx: Transaction, tenant: AccountTenant, { id, oneAtATime, jobId }: OperationDefinition) {
  if (oneAtATime === undefined) return;
  const inFlight = await jobInFlight(tx, tenant, id);
  if (inFlight === undefined) return;
  throw new ApiError(409, `${oneAtATime} for this account`, {
    extra: { status: "running", [jobId.field]: String(inFlight) },
  });
}

type Parsed<Definition extends OperationDefinition> = ParsedBody<Definition> & {
  draftId: string | null;
  /** Id of the failed job that the request corrects. */
  correctsId: number | null;
  trace: TraceContext | undefined;
};

/** Returns the metadata that the partner has given the embedded view, which its visitors cannot replace. */
const ownTexts = ({ takesMetadata }: OperationDefinition, { embed }: Principal): Metadata | null =>
  takesMetadata === false ? null : (embed?.metadata ?? null);

/** Returns the key of the record that the operation changes; null if it changes no existing one. */
function changedRecordOf<Definition extends OperationDefinition>(
  { changes }: Definition,
  input: InputOf<Definition>,
  params: Record<string, string>,
): string | null {
  const recordId = changes?.idOf({ input, params }) ?? null;
  return changes && recordId !== null ? recordKeyOf(changes.kind, recordId) : null;
}

/**
 * Loads the account and the new job's id, and throws if the account does not accept the operation now. Joins the
 * record's line, sends the draft and locks the failed job that the request corrects, if there are any.
 */
async function admit<Definition extends OperationDefinition>(
  tx: Transaction,
  { principal }: Call,
  definition: Definition,
  { input, unknown, draftId, correctsId, recordKey }: Parsed<Definition> & { recordKey: string | null },
) {
  const tenant = { organizationId: principal.organizationId, linkedAccountId: principal.linkedAccountId };
  const { linkedAccountId } = tenant;
  const [line, account, apiClientId] = await Promise.all([
    // Runs first, so that the ids of a record's jobs grow in the order in which they join its queue.
    recordKey === null ? undefined : joinLine(tx, linkedAccountId, recordKey),
    loadAccount(tx, linkedAccountId),
    apiClientOf(tx, principal),
    refuseUnknownFields(tx, principal, unknown),
  ]);
  if (!account.userActive || account.unlinkedAt) throw userNotFound();
  if (definition.effect === "writes" && storedProfile(account.profile)?.login_required) {
    const message = "The EMR refuses the credentials of this linked account: an admin must enter new ones";
    throw new ApiError(403, message, { extra: { error: "login_required" } });
  }
  if (definition.capability && !capabilitiesOf(account).has(definition.capability)) {
    throw badRequest(`${definition.name} is not supported for the connected EMR`);
  }
  if (definition.effect === "writes" && account.writes !== null && !account.writes.includes(definition.id)) {
    throw badRequest(`${definition.name} is switched off for this linked account: an admin can switch it on`);
  }
  requireFieldsOfEmr(definition, input, account.emrType);
  refuseFieldsWithoutPlace(definition, input, account.emrType);
  await refuseSecond(tx, tenant, definition);
  const { jobId } = account;
  let failedOne: Metadata = {};
  if (correctsId !== null) {
    const isSeen = (mrn: string | null) =>
      !isLimited(principal) || definition.embed === "open" || isOfView(principal, mrn, (read) => read(tx));
    failedOne = await openToCorrect(tx, { jobId: correctsId, linkedAccountId, operation: definition.id, isSeen });
  }
  const draftedBy = draftId && (await sendDraft(tx, { id: draftId, linkedAccountId, operation: definition.id, jobId }));
  return { ...account, line, apiClientId, draftedBy, failedOne };
}

/** Returns whether an acceptance neither writes nor takes a lock before its last packet. */
const onlyReads = (
  { changes, oneAtATime }: OperationDefinition,
  { draftId, correctsId }: { draftId: string | null; correctsId: number | null },
): boolean => !changes && oneAtATime === undefined && draftId === null && correctsId === null;

/**
 * Accepts one operation (decisions §6): the checks, the domain record, the job, its queue entry, its audit entry and
 * the response stored for the idempotency key commit or roll back together. Returns the response and the rows still to
 * be written.
 */
async function acceptIn<Definition extends OperationDefinition>(
  tx: Transaction,
  call: Call,
  definition: Definition,
  accept: Accept<Definition>,
  parsed: Parsed<Definition>,
) {
  const { principal, params } = call;
  const tenant = { organizationId: principal.organizationId, linkedAccountId: principal.linkedAccountId };
  const { input, callbackUrls: urls, unknown, correctsId, trace } = parsed;
  const hold = heldUntil(call.request, principal, present());
  const recordKey = changedRecordOf(definition, input, params);
  const pending = async () =>
    (recordKey === null ? [] : await pendingRequests(tx, tenant.linkedAccountId, recordKey)) as Partial<
      InputOf<Definition>
    >[];
  const admitted = admit(tx, call, definition, { ...parsed, recordKey });
  // A lock must be held before the checks read. Without one, their queries leave in the packet of the account's.
  if (!onlyReads(definition, parsed)) await admitted;
  const [account, accepted] = await allInOrder([
    admitted,
    accept({ tx, tenant, params, input, pending, account: admitted }),
  ]);
  const { jobId, line, apiClientId, draftedBy, failedOne } = account;
  const detail = draftedBy ? { detail: { drafted_by: draftedBy.name } } : {};
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

/** Returns a check that throws 403 if the stored response concerns a job outside the limited view. */
const replayWithin =
  (principal: Principal, definition: OperationDefinition) =>
  async (tx: Transaction, { body }: { body: Record<string, unknown> }): Promise<void> => {
    if (!isLimited(principal)) return;
    const id = Number(body[definition.jobId.field]);
    const [found] = await tx.select({ patientMrn: job.patientMrn }).from(job).where(eq(job.id, id));
    await assertWriteWithin(tx, principal, { limit: definition.embed, patientMrn: found?.patientMrn ?? null });
  };

/** Throws the refusal of the EMR to which an accepted operation was passed on, with its status (decisions §4). */
async function throwRefusal({ principal, audit }: Call, jobId: number): Promise<void> {
  const refusal = await awaitRefusal(principal, jobId);
  if (!refusal) return;
  noteAudit({ ...audit, status: refusal.status });
  throw new ApiError(refusal.status, refusal.message, { extra: refusal.extra ?? {} });
}

/** Returns the route of an operation: it validates, accepts and answers 202 with the identifiers. */
export function operation<Definition extends OperationDefinition>(
  definition: Definition,
  accept: Accept<Definition>,
): Endpoint {
  const route = `${definition.method} ${definition.path}`;
  const known = wholeBody(definition);
  return {
    route,
    permission: definition.id,
    embed: definition.embed,
    audit: "handler",
    async handle(call) {
      const body = withoutRefusedNulls(known, await call.body());
      const { params, principal, request } = call;
      const named = { draftId: draftToSend(request, principal), correctsId: jobToCorrect(request) };
      // Several acceptances share a transaction, which runs in the span of one of them.
      const parsed = { ...parseBody(definition, known, body, call.url), ...named, trace: newTrace() };
      if (principal.embed && parsed.callbackUrls.length > 0) throw new ApiError(403, NO_CALLBACKS);
      const assertMayReplay = replayWithin(principal, definition);
      let mayPassOn = true;
      const claim = { principal, request, route, params, body, assertMayReplay };
      const work = async (tx: Transaction) => {
        const { passesOn, ...accepted } = await acceptIn(tx, call, definition, accept, parsed);
        mayPassOn = passesOn;
        return accepted;
      };
      // The others lock what they read, and a transaction does not wait for its own locks.
      const answer = await idempotently(claim, work, { together: onlyReads(definition, named) });
      wakeStreams(principal.linkedAccountId);
      // A repeated request gets the EMR's refusal of the first one, so it looks for one as well.
      if (mayPassOn) await throwRefusal(call, Number(answer.body[definition.jobId.field]));
      return answer;
    },
  };
}
