import { eq, sql } from "drizzle-orm";
import { nextAsOf } from "#lib/db/as-of";
import { prepared } from "#lib/db/prepared";
import { job, jobAttempt } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { isDatabaseAway } from "#lib/db/unavailable";
import { type JobDefinition, type RetryPolicy, staleLists } from "#lib/definitions/operation";
import type { EmrError } from "#lib/emr/port/port";
import type { WatchedWrites } from "#lib/emr/port/watched-writes";
import { leaveLine } from "#lib/jobs/record/record-order";
import { appendJobMessage, type StoredJob, tenantOf } from "#lib/jobs/record/stored-job";
import { countAttempts, countEnd } from "#lib/jobs/runner/metrics";
import { LIMIT_REACHED, postponedBy } from "#lib/jobs/runner/put-off";
import { logger } from "#lib/kernel/logger";
import type { Leased } from "#lib/queue/leased";
import { enqueue } from "#lib/queue/queue";
import { type Attempt, type Reopened, reopen } from "./attempt.ts";
import { storeCompletion, storeFailure } from "./end-job.ts";
import { lookUp } from "./look-up.ts";
import { outcomeAudience } from "./publish-outcome.ts";
import { pauseAfter } from "./retry.ts";
import { unstorableReason } from "./unstorable.ts";

/** Retries of a job whose response could not be stored here, with growing pauses (decisions §6). */
const UNSTORED_RETRY: RetryPolicy = { attempts: 5, firstPauseMs: 5_000, maxPauseMs: 240_000 };

/** The result of an operation's run, or the EMR's id of the record that it turned out to hold. */
export type Outcome = { result: unknown } | { emrId: string };

/** Pause after a limit whose end the EMR does not state: most limits count calls per minute. */
const UNSTATED_LIMIT_MS = 60_000;

const setSucceeded = prepared((tx) =>
  tx
    .update(jobAttempt)
    .set({ endedAt: sql`${sql.placeholder("now")}`, outcome: "succeeded" })
    .where(eq(jobAttempt.id, sql.placeholder("id"))),
);

/**
 * Runs `store`. If our database refuses the data (a constraint, a character, an event outside its schema), the attempt
 * is closed as `unstored` and the job is retried; after the fifth time a person has to reconcile it. Throws if the
 * database is unavailable.
 */
async function storing(attempt: Attempt, entry: Leased | undefined, store: () => Promise<void>): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    logger.error(
      { operation: attempt.job.type, job_id: attempt.job.id, error_name: (error as Error).name },
      "the EMR's response could not be stored",
    );
    await keepUnstored(attempt, unstorableReason(error), entry);
  }
}

/**
 * Completes a job in one transaction (decisions §6): result, domain record, events, deliveries and the end of the queue
 * entry are committed together or not at all.
 */
export const completeJob = (attempt: Attempt, outcome: Outcome, entry?: Leased): Promise<void> =>
  storing(attempt, entry, async () => {
    const { definition } = attempt;
    const ended = await withTenant(attempt.job, async (tx) => {
      const [reopened, audience] = await Promise.all([
        reopen(tx, attempt),
        outcomeAudience(tx, attempt.job, definition),
      ]);
      if (!reopened) return null;
      const also = (now: Date) => [entry?.completeIn(tx), setSucceeded(tx).execute({ id: attempt.id, now })];
      return storeCompletion(tx, { ...attempt, ...reopened, attempts: attempt.number }, outcome, audience, { also });
    });
    if (!ended) return;
    countAttempts(definition.id, "succeeded");
    countEnd(definition.id, "completed", attempt.job.createdAt, ended);
  });

/**
 * Closes an attempt in a separate transaction, in which `then` runs as well. Returns false if another process has taken
 * the attempt over.
 */
export function close(
  attempt: Attempt,
  how: { outcome: "succeeded"; reason: null } | { outcome: "failed" | "unstored" | "postponed"; reason: string },
  entry: Leased | undefined,
  then: (tx: Transaction, reopened: Reopened, now: Date) => Promise<void>,
): Promise<boolean> {
  return withTenant(attempt.job, async (tx) => {
    const reopened = await reopen(tx, attempt);
    if (!reopened) return false;
    const now = new Date();
    await tx
      .update(jobAttempt)
      .set({ ...how, endedAt: now })
      .where(eq(jobAttempt.id, attempt.id));
    await then(tx, reopened, now);
    await entry?.completeIn(tx);
    return true;
  });
}

/** Puts a job back into the queue for its next attempt. */
export async function putBack(
  tx: Transaction,
  found: StoredJob,
  definition: JobDefinition,
  change: { attempts: number; ambiguous: boolean; unstored?: number; nextAttemptAt: Date; waitingReason: string },
  now: Date,
): Promise<void> {
  const tenant = tenantOf(found);
  const queued = { ...change, status: "queued", version: found.version + 1 } as const;
  await tx.update(job).set(queued).where(eq(job.id, found.id));
  await appendJobMessage(tx, { ...found, ...queued }, { at: now, invalidates: staleLists(definition, "queued") });
  const { nextAttemptAt: startAfter } = change;
  await enqueue(tx, "operations", { jobId: found.id, ...tenant }, { group: tenant.linkedAccountId, startAfter });
}

/**
 * Marks a job for reconciliation by a person, as its outcome cannot be determined automatically: it stays `queued`
 * without a next attempt and sends no event, and later changes of its record proceed (decisions §6).
 */
async function leaveToPerson(
  tx: Transaction,
  { found, next }: Reopened,
  definition: JobDefinition,
  why: {
    toReconcile: NonNullable<StoredJob["toReconcile"]>;
    waitingReason: string;
    attempts: number;
    unstored?: number;
  },
  now: Date,
): Promise<void> {
  const left = {
    ...why,
    status: "queued",
    ambiguous: true,
    nextAttemptAt: null,
    version: found.version + 1,
  } as const;
  await tx
    .update(job)
    .set({ ...left, toReconcileAsOf: nextAsOf })
    .where(eq(job.id, found.id));
  await appendJobMessage(tx, { ...found, ...left }, { at: now, invalidates: staleLists(definition, "queued") });
  await leaveLine(tx, found, next);
}

/** Records that the EMR's response could not be stored: retries after a pause, or leaves the job to a person. */
async function keepUnstored(attempt: Attempt, reason: string, entry?: Leased): Promise<void> {
  const { attempts } = attempt.job;
  const unstored = attempt.job.unstored + 1;
  const pause = pauseAfter(unstored, { kind: "passing", retryAfterMs: null }, UNSTORED_RETRY);
  const closed = await close(attempt, { outcome: "unstored", reason }, entry, async (tx, reopened, now) => {
    if (pause === null) {
      const why = { toReconcile: "not_stored", waitingReason: reason, attempts, unstored } as const;
      return leaveToPerson(tx, reopened, attempt.definition, why, now);
    }
    const nextAttemptAt = new Date(now.getTime() + pause);
    await putBack(
      tx,
      reopened.found,
      attempt.definition,
      { attempts, ambiguous: true, unstored, nextAttemptAt, waitingReason: reason },
      now,
    );
  });
  if (closed) countAttempts(attempt.definition.id, "unstored");
}

/** Fails a job permanently, with its one failure event. */
export async function failForGood(attempt: Attempt, reason: string, refused: boolean, entry?: Leased): Promise<void> {
  const failed = await close(attempt, { outcome: "failed", reason }, entry, (tx, reopened) =>
    storeFailure(tx, { ...attempt, ...reopened, attempts: attempt.number }, { status: "failed", reason, refused }),
  );
  if (!failed) return;
  countAttempts(attempt.definition.id, "failed");
  countEnd(attempt.definition.id, "failed", attempt.job.createdAt, new Date());
}

/** Puts a job back for its next attempt after the pause that its retry policy or the EMR asks for. */
async function tryAgain(
  attempt: Attempt,
  { pause, ...change }: { pause: number; ambiguous: boolean; waitingReason: string },
  entry?: Leased,
): Promise<void> {
  const { definition, number: attempts } = attempt;
  const how = { outcome: "failed", reason: change.waitingReason } as const;
  const closed = await close(attempt, how, entry, (tx, { found }, now) =>
    putBack(tx, found, definition, { ...change, attempts, nextAttemptAt: new Date(now.getTime() + pause) }, now),
  );
  if (closed) countAttempts(definition.id, "retried");
}

/** Puts a job back until its EMR allows calls again; this uses up no attempt. */
async function postpone(
  attempt: Attempt,
  { message: reason, retryAfterMs }: EmrError,
  ambiguous: boolean,
  entry?: Leased,
): Promise<void> {
  const { definition, job: begun } = attempt;
  const closed = await close(attempt, { outcome: "postponed", reason }, entry, (tx, { found }, now) => {
    const nextAttemptAt = postponedBy(retryAfterMs ?? UNSTATED_LIMIT_MS, now);
    const change = { attempts: begun.attempts, ambiguous, nextAttemptAt, waitingReason: LIMIT_REACHED };
    return putBack(tx, found, definition, change, now);
  });
  if (closed) countAttempts(definition.id, "postponed");
}

/** Leaves a job whose write cannot be looked up to a person. */
export async function leaveUnknown(attempt: Attempt, reason: string, entry?: Leased): Promise<void> {
  const waitingReason = `Whether the EMR holds it is not known: ${reason}`;
  const why = { toReconcile: "outcome_unknown", waitingReason, attempts: attempt.number } as const;
  const left = await close(attempt, { outcome: "failed", reason }, entry, (tx, reopened, now) =>
    leaveToPerson(tx, reopened, attempt.definition, why, now),
  );
  if (left) countAttempts(attempt.definition.id, "failed");
}

/** A failed attempt: the EMR's error, and the watched connection. */
interface Failure {
  error: EmrError;
  writes: WatchedWrites;
}

/**
 * Settles an attempt whose write the EMR may hold, by a look-up: the job is completed, tried again, failed, or left to a
 * person. `inDoubt` is false for a refusal without an earlier write of unknown end.
 */
async function settle(attempt: Attempt, { error, writes }: Failure, inDoubt: boolean, entry?: Leased): Promise<void> {
  const { message: reason } = error;
  const isRefusal = error.kind === "validation";
  const looked = await lookUp(writes.emr, attempt);
  if (looked.kind === "held") return completeJob(attempt, looked.outcome, entry);

  if (looked.kind === "unknown" && looked.error?.limited) return postpone(attempt, looked.error, true, entry);

  const isKnown = looked.kind === "absent" || (looked.kind === "begun" && !inDoubt);
  if (isKnown && isRefusal) return failForGood(attempt, reason, true, entry);
  // The EMR cannot be asked again: only a person can tell.
  const isFinal = !isKnown && (looked.kind === "begun" ? isRefusal : writes.emr.repeats === "never");
  const passing = { kind: "passing", retryAfterMs: error.retryAfterMs } as const;
  const pause = isFinal ? null : pauseAfter(attempt.number, passing, attempt.definition.retry);
  if (pause !== null) return tryAgain(attempt, { pause, ambiguous: !isKnown, waitingReason: reason }, entry);
  return isKnown ? failForGood(attempt, reason, false, entry) : leaveUnknown(attempt, reason, entry);
}

/**
 * Stores a failed attempt: back to `queued` with the time of the next one, or `failed` with the failure event if the
 * error is permanent or no attempt is left. If the EMR may hold the write, from now or an earlier attempt, it is looked
 * up before the job ends; also after a refusal, as real EMRs refuse what they have done (decisions §6).
 */
export const failAttempt = (attempt: Attempt, failure: Failure, entry?: Leased): Promise<void> =>
  storing(attempt, entry, async () => {
    const { definition } = attempt;
    const { error, writes } = failure;
    const { message } = error;
    const { repeats } = writes.emr;
    const isRefusal = error.kind === "validation";
    const inDoubt =
      definition.effect === "writes" && (attempt.job.ambiguous || (writes.mayHaveWritten() && !isRefusal));
    if (error.limited) return postpone(attempt, error, inDoubt, entry);

    const pause = pauseAfter(attempt.number, error, definition.retry);
    const isAtEnd = pause === null || repeats === "never";
    if (inDoubt && isAtEnd) return settle(attempt, failure, inDoubt, entry);
    if (writes.refusedWrite() && isRefusal && repeats !== "never") return settle(attempt, failure, inDoubt, entry);
    if (pause === null) return failForGood(attempt, message, isRefusal, entry);
    return tryAgain(attempt, { pause, ambiguous: inDoubt, waitingReason: message }, entry);
  });
