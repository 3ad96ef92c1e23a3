import { eq } from "drizzle-orm";
import { findOperation } from "#lib/catalog/catalog";
import { type Transaction, withTenant } from "#lib/db/tenant";
import type { OperationDefinition } from "#lib/definitions/operation";
import { stepKeyOf } from "#lib/definitions/write-keys";
import { type EmrConnection, EmrError, type PassedOperation } from "#lib/emr/port/port";
import type { WatchedWrites } from "#lib/emr/port/watched-writes";
import { tenantOf } from "#lib/job-record/stored-job";
import { waits } from "#lib/job-record/waiting";
import { readEventsSoon } from "#lib/jobs/emr-events/schedule";
import type { Attempt } from "#lib/jobs/lifecycle/attempt";
import { closeAttempt, putBack } from "#lib/jobs/lifecycle/close-attempt";
import { failAttempt, failForGood, leaveUnknown } from "#lib/jobs/lifecycle/failed-attempt";
import { countAttempts } from "#lib/jobs/runner/metrics";
import { presentMs } from "#lib/kernel/clock";
import { reasonOf } from "#lib/kernel/failure-reasons";
import type { Leased } from "#lib/queue/leased";
import { callbackHashOf, callbackUrlOf, DUE_MS, openCallback } from "./callback.ts";
import { dayOfVisit, requestWithOwnIds } from "./own-ids.ts";
import { passedOn } from "./table.ts";
import { withdraw } from "./withdraw.ts";

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
export function passedOperation(attempt: Attempt, { emr }: WatchedWrites): OperationDefinition | undefined {
  const operation = findOperation(attempt.job.type) as OperationDefinition | undefined;
  if (!emr.passOn || (operation && emr.runsByReads?.includes(operation.path))) return undefined;
  const url = operation && callbackUrlOf(tenantOf(attempt.job), attempt.job.id);
  return operation && url && takesCallback(operation, url) ? operation : undefined;
}

/** Decides the step of an attempt, and notes before the operation is sent that it may have been sent. */
async function planIn(
  tx: Transaction,
  { job, definition, prepared, account }: Attempt,
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
  const now = presentMs();
  await tx
    .update(passedOn)
    .set({ sentAt: new Date(now), dueAt: new Date(now + DUE_MS) })
    .where(mine);
  const key = stepKeyOf(job.emrIdempotencyKey, `job ${job.id}`);
  const callbackUrl = callbackUrlOf(tenant, job.id);
  const isFirst = row.sentAt === null;
  return {
    kind: "send",
    isFirst,
    operation: { method: operation.method, path, body, key, callbackUrl, ...(day && { day }) },
  };
}

/** Stores the EMR's acceptance: the job waits for its event, without an attempt, until the event is overdue. */
async function keepAnswer(
  attempt: Attempt,
  answer: Record<string, unknown>,
  { hasLog }: { hasLog: boolean },
  entry: Leased | undefined,
): Promise<void> {
  const { definition, number: attempts } = attempt;
  const closed = await closeAttempt(
    attempt,
    { outcome: "succeeded", reason: null },
    entry,
    async (tx, { found }, now) => {
      const nextAttemptAt = new Date(now.getTime() + DUE_MS);
      await tx.update(passedOn).set({ answer, dueAt: nextAttemptAt }).where(eq(passedOn.jobId, found.id));
      const change = { attempts, ambiguous: false, nextAttemptAt, ...waits("emr_event") };
      await putBack(tx, found, definition, change, now);
      if (hasLog) await readEventsSoon(tx, tenantOf(found));
    },
  );
  if (closed) countAttempts(definition.id, "succeeded");
}

/**
 * Leaves a job whose sending has an unknown end to be looked for in the EMR's log of events. It is never sent again: at the end of
 * that time a person is asked.
 */
async function leaveToLog(attempt: Attempt, until: Date, reason: string, entry: Leased | undefined): Promise<void> {
  const { definition, number: attempts } = attempt;
  const how = { outcome: "failed", reason } as const;
  const closed = await closeAttempt(attempt, how, entry, async (tx, { found }, now) => {
    const change = { attempts, ambiguous: true, nextAttemptAt: until, ...waits("log_searched") };
    await putBack(tx, found, definition, change, now);
    await readEventsSoon(tx, tenantOf(found));
  });
  if (closed) countAttempts(definition.id, "failed");
}

/** Withdraws the job if its caller still waits for the refusal. Returns whether that was so. */
async function withdrawn(attempt: Attempt, error: EmrError, entry: Leased | undefined): Promise<boolean> {
  const { status, message, extra } = error;
  if (status === null) return false;
  const how = { outcome: "failed", reason: message } as const;
  let isWithdrawn = false;
  await closeAttempt(attempt, how, entry, async (tx, reopened, now) => {
    isWithdrawn = await withdraw(tx, attempt, reopened, { refusal: { status, message, extra }, now });
    // Without a waiting caller the attempt stays open, for failAttempt.
    if (!isWithdrawn) throw new StaysOpen();
  }).catch((failure: unknown) => {
    if (!(failure instanceof StaysOpen)) throw failure;
  });
  return isWithdrawn;
}

/** Rolls the closing of an attempt back. */
class StaysOpen extends Error {}

/**
 * Stores a failed sending. One that certainly had no effect may be made again, unless an earlier one of unknown end may
 * have had its effect. An EMR that refuses the repetition under a key has not taken the earlier sending either, unless
 * the refusal says that it took another request under this key.
 */
async function failSending(
  attempt: Attempt,
  { error, writes, isFirst }: { error: EmrError; writes: WatchedWrites; isFirst: boolean },
  entry: Leased | undefined,
): Promise<void> {
  const isKnown = error.notDone && (isFirst || error.kind === "validation");
  if (isKnown) {
    const notSent = { sentAt: null };
    await withTenant(attempt.job, (tx) => tx.update(passedOn).set(notSent).where(eq(passedOn.jobId, attempt.job.id)));
  }
  if (await withdrawn(attempt, error, entry)) return;
  if (!isKnown && writes.emr.eventLog && attempt.definition.effect === "writes") {
    return leaveToLog(attempt, new Date(presentMs() + LOOK_MS), error.message, entry);
  }
  const settled = isKnown ? { ...attempt, job: { ...attempt.job, ambiguous: false } } : attempt;
  await failAttempt(settled, { error, writes }, entry);
}

/** Sends an operation and stores the EMR's answer. Returns whether the EMR answered. */
async function send(
  attempt: Attempt,
  { operation, isFirst }: Extract<Plan, { kind: "send" }>,
  { writes, signal, stopping }: Sending,
  entry: Leased | undefined,
): Promise<boolean> {
  let answer: Record<string, unknown> | undefined;
  try {
    answer = await writes.emr.passOn?.(operation, signal());
  } catch (error) {
    if (!(error instanceof EmrError) || stopping.aborted) throw error;
    await failSending(attempt, { error, writes, isFirst }, entry);
    return error.kind === "validation";
  }
  await keepAnswer(attempt, answer ?? {}, { hasLog: writes.emr.eventLog !== undefined }, entry);
  return true;
}

/** The watched connection, the deadline of a call, and the signal of the process's end. */
interface Sending {
  writes: WatchedWrites;
  signal: () => AbortSignal;
  stopping: AbortSignal;
}

/**
 * Makes an attempt at an operation that is passed on whole: sends it with a callback address that is made for this job,
 * and leaves it to wait for the EMR's event. `run` makes the attempt by the EMR's reads instead, after the event of an
 * operation whose event carries no values (interface 4.7). Returns whether the EMR answered.
 */
export async function passOn(
  attempt: Attempt,
  operation: OperationDefinition,
  sending: Sending,
  { run, entry }: { run: () => Promise<boolean>; entry: Leased | undefined },
): Promise<boolean> {
  const { writes } = sending;
  const plan = await withTenant(attempt.job, (tx) => planIn(tx, attempt, operation, writes.emr)).catch(
    (error: unknown) => {
      if (error instanceof EmrError) return error;
      throw error;
    },
  );
  if (plan instanceof EmrError) await failAttempt(attempt, { error: plan, writes }, entry);
  else if (plan.kind === "send") return send(attempt, plan, sending, entry);
  else if (plan.kind === "read") return run();
  else if (plan.kind === "look") await leaveToLog(attempt, plan.until, waits("log_searched").waitingReason, entry);
  else if (attempt.definition.effect === "writes") await leaveUnknown(attempt, plan.reason, entry);
  else
    await failForGood(
      attempt,
      { reason: plan.reason, reasons: reasonOf("emr_unavailable", plan.reason), refused: false },
      entry,
    );
  return false;
}
