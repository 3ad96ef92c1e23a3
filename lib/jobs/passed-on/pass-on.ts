import { eq } from "drizzle-orm";
import { findOperation } from "#lib/catalog/catalog";
import { type Transaction, withTenant } from "#lib/db/tenant";
import type { JobDefinition, OperationDefinition } from "#lib/definitions/operation";
import type { OperationRunner } from "#lib/definitions/runner";
import { stepKeyOf } from "#lib/definitions/write-keys";
import type { EmrRow } from "#lib/emr/account";
import { type EmrConnection, EmrError, type PassedOperation } from "#lib/emr/port/port";
import type { WatchedWrites } from "#lib/emr/port/watched-writes";
import { type StoredJob, tenantOf } from "#lib/job-record/stored-job";
import { waits } from "#lib/job-record/waiting";
import { ARRIVES_MS } from "#lib/jobs/emr-events/asking";
import { FIRST_MS, readEventsSoon } from "#lib/jobs/emr-events/schedule";
import { putBack } from "#lib/jobs/lifecycle/end-job";
import type { Prepared } from "#lib/jobs/lifecycle/prepare";
import { presentMs } from "#lib/kernel/clock";
import { callbackHashOf, callbackUrlOf, DUE_MS, openCallback } from "./callback.ts";
import { dayOfVisit, requestWithOwnIds, visitInPath } from "./own-ids.ts";
import { passedOn } from "./table.ts";

/** What an operation is passed on of. */
interface Passing {
  job: StoredJob;
  definition: JobDefinition;
  runner: OperationRunner;
  prepared: Prepared;
  account: EmrRow;
}

/**
 * The step of an attempt: send the operation, run it on the EMR's reads because its event arrived, leave it to be looked for
 * in the EMR's log of events, or end unknown.
 */
type Plan =
  | { kind: "send"; operation: PassedOperation; isFirst: boolean }
  | { kind: "read" }
  | { kind: "look"; until: Date }
  | { kind: "unknown"; reason: string };

const NO_EVENT = "The EMR sent no event within 24 hours";
const ENDED = "The process that passed it on ended before the EMR's answer was stored";
const NOT_FOUND = "The EMR's answer was lost, and no event of it certainly shows what became of the request";

/** Time after the sending for which an operation is looked for before a person is asked: some take minutes in the EMR. */
const LOOK_MS = 15 * 60_000;

/** Returns whether the EMR takes the operation's callback: some take https addresses alone (interface 4.7). */
const takesCallback = ({ callbacks }: OperationDefinition, url: string): boolean =>
  callbacks === "added" || url.startsWith("https:");

/** Returns the operation of an attempt that is passed on whole; undefined for a job that is run by calls to the EMR. */
export function passedOperation(
  attempt: Pick<Passing, "job">,
  { emr }: WatchedWrites,
): OperationDefinition | undefined {
  const operation = findOperation(attempt.job.type) as OperationDefinition | undefined;
  if (!emr.passOn || (operation && emr.runsByReads?.includes(operation.path))) return undefined;
  const url = operation && callbackUrlOf(tenantOf(attempt.job), attempt.job.id);
  return operation && url && takesCallback(operation, url) ? operation : undefined;
}

/** Decides the step of an attempt, and notes before the operation is sent that it may have been sent. */
async function planIn(
  tx: Transaction,
  { job, definition, runner, prepared, account }: Passing,
  operation: OperationDefinition,
  { repeats, eventLog }: EmrConnection,
): Promise<Plan> {
  const tenant = tenantOf(job);
  await openCallback(tx, tenant, job.id, { callerWaits: false });
  const mine = eq(passedOn.jobId, job.id);
  const [row] = await tx.select().from(passedOn).where(mine).for("update");
  if (!row) throw new Error("A job's callback was not opened");
  if (row.receivedAt) return { kind: "read" };
  if (row.answer) return { kind: "unknown", reason: NO_EVENT };
  // A repetition is the same request only with the same callback, which a new ENCRYPTION_KEY changes.
  const isSame = row.callbackHash === callbackHashOf(tenant, job.id);
  if (row.sentAt && definition.effect === "writes" && !(repeats === "keyed" && isSame)) {
    const until = new Date(row.sentAt.getTime() + LOOK_MS);
    if (!eventLog) return { kind: "unknown", reason: ENDED };
    return until.getTime() > presentMs() ? { kind: "look", until } : { kind: "unknown", reason: NOT_FOUND };
  }
  if ("refused" in prepared) throw prepared.refused;
  const { path, body } = await requestWithOwnIds(tx, job, operation);
  const day = await dayOfVisit(tx, job, operation, account.timezone);
  const visit = await visitInPath(tx, job, operation);
  const now = presentMs();
  await tx
    .update(passedOn)
    .set({ sentAt: new Date(now), dueAt: new Date(now + DUE_MS) })
    .where(mine);
  const key = stepKeyOf(job.emrIdempotencyKey, `job ${job.id}`);
  const callbackUrl = callbackUrlOf(tenant, job.id);
  const isFirst = row.sentAt === null;
  const file = runner.fileOf?.(prepared.value);
  return {
    kind: "send",
    isFirst,
    operation: {
      method: operation.method,
      path,
      body,
      key,
      callbackUrl,
      ...(file && { file }),
      ...(day && { day }),
      ...(visit && { visit }),
    },
  };
}

/** What became of an operation that is passed on whole. */
export type Passed =
  /** Its event has arrived and carries no values, so that the attempt is made by the EMR's reads (interface 4.7). */
  | { kind: "read" }
  /** The EMR has accepted it, and its event ends the job. `readAfterMs`: when the EMR is first asked for it, if it can be asked. */
  | { kind: "accepted"; answer: Record<string, unknown>; readAfterMs: number | null }
  /** Its sending has an unknown end, and is looked for in the EMR's log of events until then. It is never sent again. */
  | { kind: "log_searched"; until: Date; reason: string; error: EmrError | null }
  | { kind: "not_sent"; error: EmrError }
  /** `isKnown`: the sending certainly had no effect. */
  | { kind: "failed"; error: EmrError; isKnown: boolean }
  | { kind: "unknown"; reason: string };

/**
 * Passes an operation on whole: sends it with a callback address that is made for this job. Stores nothing of its end but
 * whether it was sent.
 */
export async function passOn(passing: Passing, operation: OperationDefinition, sending: Sending): Promise<Passed> {
  const { emr } = sending.writes;
  const plan = await withTenant(passing.job, (tx) => planIn(tx, passing, operation, emr)).catch((error: unknown) => {
    if (error instanceof EmrError) return error;
    throw error;
  });
  if (plan instanceof EmrError) return { kind: "not_sent", error: plan };
  if (plan.kind === "send") return send(passing, plan, sending);
  if (plan.kind === "look") {
    return { kind: "log_searched", until: plan.until, reason: waits("log_searched").waitingReason, error: null };
  }
  return plan;
}

/** The watched connection, the deadline of a call, and the signal of the process's end. */
interface Sending {
  writes: WatchedWrites;
  signal: () => AbortSignal;
  stopping: AbortSignal;
}

/** Returns the time after which an EMR is asked for what it accepted: by its log, or by its own job; null if it shows neither. */
function readAfterMs({ eventLog, readJob }: EmrConnection): number | null {
  if (eventLog) return FIRST_MS;
  return readJob ? ARRIVES_MS : null;
}

/**
 * Sends an operation. What certainly had no effect may be sent again, unless an earlier sending of unknown end may
 * have had its effect. An EMR that refuses the repetition under a key has not taken the earlier sending either, unless
 * the refusal says that it took another request under this key.
 */
async function send(
  { job, definition }: Passing,
  { operation, isFirst }: Extract<Plan, { kind: "send" }>,
  { writes: { emr }, signal, stopping }: Sending,
): Promise<Passed> {
  const hasLog = emr.eventLog !== undefined;
  try {
    return { kind: "accepted", answer: (await emr.passOn?.(operation, signal())) ?? {}, readAfterMs: readAfterMs(emr) };
  } catch (error) {
    if (!(error instanceof EmrError) || stopping.aborted) throw error;
    const isKnown = error.notDone && (isFirst || error.kind === "validation");
    if (isKnown) {
      await withTenant(job, (tx) => tx.update(passedOn).set({ sentAt: null }).where(eq(passedOn.jobId, job.id)));
    }
    if (!isKnown && hasLog && definition.effect === "writes") {
      return { kind: "log_searched", until: new Date(presentMs() + LOOK_MS), reason: error.message, error };
    }
    return { kind: "failed", error, isKnown };
  }
}

/** A job whose attempt is being closed. */
interface Closing {
  found: StoredJob;
  definition: JobDefinition;
  attempts: number;
}

/** Stores the EMR's acceptance: the job waits for its event, without an attempt, until the event is overdue. */
export async function keepAnswer(
  tx: Transaction,
  { found, definition, attempts }: Closing,
  { answer, readAfterMs }: Extract<Passed, { kind: "accepted" }>,
  now: Date,
): Promise<void> {
  const nextAttemptAt = new Date(now.getTime() + DUE_MS);
  await tx.update(passedOn).set({ answer, dueAt: nextAttemptAt }).where(eq(passedOn.jobId, found.id));
  await putBack(tx, found, definition, { attempts, ambiguous: false, nextAttemptAt, ...waits("emr_event") }, now);
  if (readAfterMs !== null) await readEventsSoon(tx, tenantOf(found), readAfterMs);
}

/** Has the EMR's log of events searched for a job: at the end of that time a person is asked. */
export async function leaveToLog(
  tx: Transaction,
  { found, definition, attempts }: Closing,
  until: Date,
  now: Date,
): Promise<void> {
  await putBack(
    tx,
    found,
    definition,
    { attempts, ambiguous: true, nextAttemptAt: until, ...waits("log_searched") },
    now,
  );
  await readEventsSoon(tx, tenantOf(found));
}
