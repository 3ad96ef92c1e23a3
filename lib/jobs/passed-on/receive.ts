import "#lib/jobs/logins/teller";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { findOperation } from "#lib/catalog/catalog";
import { hexIds } from "#lib/db/hex-id";
import { job, jobAttempt, linkedAccount } from "#lib/db/schema";
import { readTenant, type Transaction, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import type { JobDefinition, OperationDefinition } from "#lib/definitions/operation";
import { emrColumns, openEmr } from "#lib/emr/account";
import { type EmrConnection, EmrError, type EndedJob } from "#lib/emr/port/port";
import { runnerView } from "#lib/job-record/stored-job";
import { waits } from "#lib/job-record/waiting";
import { type Ending, putBack, storeFailure } from "#lib/jobs/lifecycle/end-job";
import { openJob } from "#lib/jobs/lifecycle/open-job";
import { ENDED_BY_MOVE, MOVED } from "#lib/jobs/lifecycle/origin";
import { completeByHand } from "#lib/jobs/lifecycle/reconcile-job";
import { countEnd } from "#lib/jobs/runner/metrics";
import { beginningOf } from "#lib/kernel/beginning-of";
import { readCapped } from "#lib/kernel/body";
import { present } from "#lib/kernel/clock";
import { badRequest, conflict, DomainError, notFound, unauthorized } from "#lib/kernel/domain-error";
import { type FailureCode, type FailureReason, reasonOf, statedReasons } from "#lib/kernel/failure-reasons";
import type { HttpRequest } from "#lib/kernel/http-request";
import type { AccountTenant } from "#lib/kernel/principal";
import { isStorable } from "#lib/kernel/storable-text";
import { hashToken } from "#lib/security/credentials/token-hash";
import { wakeStreams } from "#lib/stream/message";
import { type EmrEvent, parseEvent } from "./emr-event.ts";
import { acceptedJob, assertOwnEvent } from "./own-event.ts";
import { passedOn } from "./table.ts";

type PassedOn = typeof passedOn.$inferSelect;

/** A warning of a job that ended by an event alone. */
export const UNPROVEN_END =
  "The EMR neither signs its events nor shows its jobs: that the job ended so rests on an event at its own callback alone";
const MAX_REASON_LENGTH = 2_000;
/** Deadline of the question whether an event is the EMR's own. */
const READ_MS = 10_000;

/** Returns the account whose job a callback was made for. Throws `not_found` for an unknown token. */
async function tenantOfCallback(hash: string): Promise<AccountTenant> {
  const [found] = await withoutTenant<{ organization_id: string; record_id: string }>(sql`
    SELECT ${hexIds("organization_id", "record_id")} FROM find_in_directory('callback', ${hash})`);
  if (!found) throw notFound("Callback");
  return { organizationId: found.organization_id, linkedAccountId: found.record_id };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badRequest("The body is not UTF-8");
  }
}

/** Checks an event's signature, if the EMR signs. Returns whether it is signed. Throws `unauthenticated`. */
function isSignedBy(emr: EmrConnection, text: string, headers: Headers): boolean {
  const signature = emr.signatureOf?.({ text, headers }) ?? "unknown";
  if (signature === "invalid") throw unauthorized("The signature does not match");
  return signature === "valid";
}

/** Reads the EMR's own job of an event; null if it has not ended, or is unknown. Throws EmrErrors. */
async function readEnd(emr: EmrConnection, { answer }: PassedOn, event: EmrEvent): Promise<EndedJob | null> {
  const jobId = acceptedJob(answer) ?? event.job_id;
  return (jobId !== undefined && (await emr.readJob?.(jobId, AbortSignal.timeout(READ_MS)))) || null;
}

/**
 * Asks an EMR that signs nothing whether its job has ended as an event says, if it shows its jobs. Returns that end; null
 * if the EMR cannot be asked. Throws `conflict` if it has not ended so, and `unavailable` if the EMR does not answer now.
 */
async function assertShown(
  emr: EmrConnection,
  row: PassedOn,
  event: EmrEvent,
  meaning: "completed" | "failed",
): Promise<EndedJob | null> {
  if (!emr.readJob) return null;
  try {
    const shown = await readEnd(emr, row, event);
    if (shown?.status !== meaning) throw conflict("The EMR does not show that its job has ended as the event says");
    return shown;
  } catch (error) {
    if (!(error instanceof EmrError)) throw error;
    // An EMR that does not let this client read its jobs cannot be asked.
    if (error.kind === "validation") return null;
    throw new DomainError("unavailable", "The EMR could not be asked whether the event is its own; nothing was saved", {
      retryAfterSeconds: 60,
    });
  }
}

const subjectOf = (type: string): string | undefined => type.split(".")[0];

/**
 * Returns the effect of an event on a job. The interface does not name the event types of every operation, so another type
 * about the same thing, such as `message.done`, ends the job too; a failure is known by its last word.
 */
function meaningOf({ type }: EmrEvent, { events }: JobDefinition): "completed" | "failed" | "other" {
  if (events?.also?.some((each) => each.type === type)) return "other";
  if (type === events?.completed.type) return "completed";
  if (subjectOf(type) !== subjectOf(events?.completed.type ?? "") && type !== events?.failed.type) return "other";
  return /[._]failed$/.test(type) ? "failed" : "completed";
}

/** Returns the EMR's own words about a failure. */
function wordsOf({ data }: EmrEvent): string {
  const reason = z.string().min(1).safeParse(data.failure_reason);
  if (!reason.success || !isStorable(reason.data)) return "The EMR reported a failure without a reason";
  return beginningOf(reason.data, MAX_REASON_LENGTH);
}

/**
 * Returns why the EMR's job failed, by that job: the events of the interface have no `reasons`. None if the EMR states none,
 * or does not answer now.
 */
async function shownReasons(emr: EmrConnection, row: PassedOn, event: EmrEvent): Promise<readonly FailureReason[]> {
  return readEnd(emr, row, event).then(
    (ended) => ended?.reasons ?? [],
    (error: unknown) => {
      if (error instanceof EmrError) return [];
      throw error;
    },
  );
}

/** Codes of jobs that the EMR has not refused: what they were about may be sent again as it is. */
const NOT_REFUSED: readonly FailureCode[] = [
  "emr_unavailable",
  "login_required",
  "emr_unlinked",
  "not_held",
  "cancelled",
];

/** Returns whether the reasons that an EMR states say that it refused the request for good. */
const isRefusal = (stated: readonly FailureReason[]): boolean =>
  stated.length > 0 && !stated.some(({ code }) => NOT_REFUSED.includes(code));

/** Closes the attempt that an early event overtook: the EMR's answer was not stored yet. */
const closeOpenAttempt = (
  tx: Transaction,
  jobId: number,
  how: { outcome: "succeeded" | "failed"; reason: string | null },
) =>
  tx
    .update(jobAttempt)
    .set({ ...how, endedAt: present() })
    .where(and(eq(jobAttempt.jobId, jobId), isNull(jobAttempt.endedAt)));

/** Adds a warning to a job. */
const noteWarning = (tx: Transaction, jobId: number, warning: string) =>
  tx
    .update(job)
    .set({ warnings: sql`array_append(${job.warnings}, ${warning})` })
    .where(eq(job.id, jobId));

async function fail(tx: Transaction, ending: Ending, event: EmrEvent, stated: readonly FailureReason[]): Promise<void> {
  const reason = wordsOf(event);
  const reasons = stated.length > 0 ? stated : reasonOf("emr_refused", reason);
  await closeOpenAttempt(tx, ending.found.id, { outcome: "failed", reason });
  const refused = event.data.error_type !== undefined || isRefusal(stated);
  await storeFailure(tx, ending, { status: "failed", reason, reasons, refused });
}

/** Completes a job with the values of its event, or has them read from the EMR if the event carries none. */
async function complete(tx: Transaction, ending: Ending, event: EmrEvent, { answer }: PassedOn): Promise<void> {
  const { found, definition, runner, account, attempts } = ending;
  await closeOpenAttempt(tx, found.id, { outcome: "succeeded", reason: null });
  if (runner.fromEvent) {
    const view = runnerView(tx, found, account.emrType);
    const end = { data: event.data, answer: answer ?? {} };
    const result = await runner.fromEvent(view, end).catch((error: unknown) => {
      if (!(error instanceof z.ZodError)) throw error;
      const fields = error.issues.map(({ path }) => path.join("."));
      throw badRequest(`The event's data is not as the interface says: ${fields.join(", ")}`);
    });
    return completeByHand(tx, ending, { result });
  }
  const now = present();
  const change = { attempts: attempts - 1, ambiguous: false, nextAttemptAt: now, ...waits("event_read") };
  return putBack(tx, found, definition, change, now);
}

/** An event with what proves it, and why the EMR's job failed. */
interface ProvenEvent {
  row: PassedOn;
  event: EmrEvent;
  isSigned: boolean;
  isShown: boolean;
  reasons: readonly FailureReason[];
}

interface Ended {
  ending: Ending;
  status: "completed" | "failed";
}

/** Runs `work` in a transaction, tells the streams, and counts the job's end. Returns whether it ended. */
async function store(tenant: AccountTenant, work: (tx: Transaction) => Promise<Ended | null>): Promise<boolean> {
  const ended = await withTenant(tenant, work);
  wakeStreams(tenant.linkedAccountId);
  if (ended) countEnd(ended.ending.definition.id, ended.status, ended.ending.found.createdAt, present());
  return ended !== null;
}

/** Stores an event's consequence. Returns the end of the job, if it ended now. */
async function storeEvent(
  tx: Transaction,
  { row, event, isSigned, isShown, reasons }: ProvenEvent,
): Promise<Ended | null> {
  const opened = await openJob(tx, row.jobId);
  const { found } = opened;
  const ending = { ...opened, attempts: found.attempts + (found.status === "running" ? 1 : 0) };
  const [locked] = await tx.select().from(passedOn).where(eq(passedOn.jobId, row.jobId)).for("update");
  const operation = findOperation(found.type) as OperationDefinition | undefined;
  if (!locked || !operation) throw notFound("Callback");
  const meaning = meaningOf(event, operation);
  if (meaning === "other") return null;
  if (locked.receivedAt) {
    if (locked.eventId === (event.id ?? null)) return null;
    if (locked.eventId !== null) throw notFound("Callback");
  }
  await assertOwnEvent(tx, locked, event, { isSigned, request: found.request });
  const mine = eq(passedOn.jobId, row.jobId);
  if (locked.receivedAt) {
    // The EMR's job was read before its event came, which changes nothing any more.
    await tx.update(passedOn).set({ eventId: event.id }).where(mine);
    return null;
  }
  await tx
    .update(passedOn)
    .set({ receivedAt: present(), eventId: event.id ?? null })
    .where(mine);
  // A person has settled the job before.
  if (found.status !== "queued" && found.status !== "running") return null;
  if (meaning === "completed" && ending.moved && operation.effect !== "writes") {
    await closeOpenAttempt(tx, found.id, { outcome: "failed", reason: MOVED });
    await storeFailure(tx, ending, { status: "failed", ...ENDED_BY_MOVE, refused: true });
    return { ending, status: "failed" };
  }
  // Otherwise the records themselves are read next.
  const endsByEvent = meaning === "failed" || ending.runner.fromEvent !== undefined;
  if (!isSigned && !isShown && endsByEvent) await noteWarning(tx, found.id, UNPROVEN_END);
  if (meaning === "failed") await fail(tx, ending, event, reasons);
  else await complete(tx, ending, event, locked);
  return { ending, status: meaning };
}

/**
 * Receives an EMR's event at the callback of one job and ends the job in one transaction. Returns only after the commit,
 * so that the EMR keeps sending an event that was not stored; a repetition changes nothing. Throws `not_found` for an unknown or used
 * token, `unauthenticated` for a signature that is missing or does not match though a secret is known, `conflict` for an event of another
 * operation, `invalid` or `too_large` for a bad body.
 */
export async function receiveEmrEvent(request: HttpRequest, token: string): Promise<{ ended: boolean }> {
  const hash = hashToken(token);
  const tenant = await tenantOfCallback(hash);
  const [found] = await readTenant(tenant, (tx) =>
    tx
      .select({ row: passedOn, type: job.type, account: emrColumns })
      .from(passedOn)
      .innerJoin(linkedAccount, eq(linkedAccount.id, passedOn.linkedAccountId))
      .innerJoin(job, eq(job.id, passedOn.jobId))
      .where(and(eq(passedOn.linkedAccountId, tenant.linkedAccountId), eq(passedOn.callbackHash, hash))),
  );
  if (!found) throw notFound("Callback");
  const text = decode(await readCapped(request));
  const emr = await openEmr(found.account, "read");
  const isSigned = isSignedBy(emr, text, request.headers);
  const event = parseEvent(text);
  const operation = findOperation(found.type) as OperationDefinition | undefined;
  const meaning = operation ? meaningOf(event, operation) : "other";
  const isAsked = !isSigned && meaning !== "other" && !found.row.receivedAt;
  const shown = isAsked ? await assertShown(emr, found.row, event, meaning) : null;
  const stated = statedReasons(event.data.reasons);
  const isSilent = meaning === "failed" && stated.length === 0 && isSigned && !found.row.receivedAt;
  const read = isSilent ? await shownReasons(emr, found.row, event) : (shown?.reasons ?? []);
  const reasons = stated.length > 0 ? stated : read;
  const proven = { row: found.row, event, isSigned, isShown: shown !== null, reasons };
  return { ended: await store(tenant, (tx) => storeEvent(tx, proven)) };
}

/** An event that was read from the EMR itself, by this account's credentials. */
interface FromLog {
  row: PassedOn;
  event: EmrEvent;
  /** Whether its job was found by its content, because the EMR's answer was lost. */
  wasSought: boolean;
}

/** A warning of a job that was found by its content. */
const FOUND_BY_CONTENT = "The EMR's answer was lost: the operation was found among the EMR's events by what it names";

/**
 * Ends the job of an event that the EMR itself shows to this account, with `also` in the same transaction. Throws `conflict` for an
 * event of another operation, and `invalid` for one without the values of the interface.
 */
export async function receiveLogged(
  tenant: AccountTenant,
  { row, event, wasSought }: FromLog,
  also: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const reasons = statedReasons(event.data.reasons);
  await store(tenant, async (tx) => {
    if (wasSought) await noteWarning(tx, row.jobId, FOUND_BY_CONTENT);
    const stored = await storeEvent(tx, { row, event, isSigned: false, isShown: true, reasons });
    await also(tx);
    return stored;
  });
}
