import { and, eq, isNull, sql } from "drizzle-orm";
import { newId } from "#lib/core/id";
import { commitNext } from "#lib/db/door";
import { insertRow } from "#lib/db/insert-row";
import { prepared } from "#lib/db/prepared";
import { job, jobAttempt, linkedAccount } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { EmrError } from "#lib/emr/port";
import { completionEvents, outcomeAudience, publishCompletion, publishFailure } from "#lib/jobs/publish-outcome";
import { lockJob, runnerView, type StoredJob, tellStreams, tenantOf } from "#lib/jobs/stored-job";
import { findJobDefinition } from "#lib/operations/catalog";
import type { JobDefinition } from "#lib/operations/definition";
import type { OperationRunner } from "#lib/operations/runner";
import { runners } from "#lib/operations/runners";
import type { Leased } from "#lib/queue/leased";
import { enqueue } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";
import { countAttempts, countEnd } from "./metrics.ts";
import { pauseAfter } from "./retry.ts";

/** A queue entry that comes this much before its time is left to the entry that was written for that time. */
const EARLY_MS = 1_000;

export interface Attempt {
  id: string;
  number: number;
  job: StoredJob;
  definition: JobDefinition;
  runner: OperationRunner;
  emrType: string;
  /** What `prepare` read, or why the operation can no longer be done. */
  prepared: { value: unknown } | { refused: EmrError };
}

const emrTypeOf = prepared((tx) =>
  tx
    .select({ emrType: linkedAccount.emrType })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, sql.placeholder("id"))),
);

const closeLost = prepared((tx) =>
  tx
    .update(jobAttempt)
    .set({ endedAt: sql`${sql.placeholder("now")}`, outcome: "lost", reason: "The process that ran it ended" })
    .where(and(eq(jobAttempt.jobId, sql.placeholder("jobId")), isNull(jobAttempt.endedAt))),
);

const setRunning = prepared((tx) =>
  tx
    .update(job)
    .set({ status: "running", nextAttemptAt: null, waitingReason: null })
    .where(eq(job.id, sql.placeholder("id"))),
);

const outcomeOf = prepared((tx) =>
  tx
    .select({ outcome: jobAttempt.outcome })
    .from(jobAttempt)
    .where(eq(jobAttempt.id, sql.placeholder("id"))),
);

const setCompleted = prepared((tx) =>
  tx
    .update(job)
    .set({
      status: "completed",
      result: sql`${sql.placeholder("result")}`,
      attempts: sql`${sql.placeholder("attempts")}`,
      finishedAt: sql`${sql.placeholder("now")}`,
    })
    .where(eq(job.id, sql.placeholder("id"))),
);

const setSucceeded = prepared((tx) =>
  tx
    .update(jobAttempt)
    .set({ endedAt: sql`${sql.placeholder("now")}`, outcome: "succeeded" })
    .where(eq(jobAttempt.id, sql.placeholder("id"))),
);

/**
 * Takes a job up: `running`, with a new attempt. An attempt that a dead process left open is closed as `lost`
 * and its number used again (decisions §6: a lost lease uses up no attempt).
 * Null where there is nothing to do: the job has ended, or its next attempt is not due.
 */
export async function beginAttempt(payload: Payloads["operations"]): Promise<Attempt | null> {
  const begin = async (tx: Transaction): Promise<Attempt | null> => {
    const [found, [account]] = await Promise.all([
      lockJob(tx, payload.jobId),
      emrTypeOf(tx).execute({ id: payload.linkedAccountId }),
    ]);
    const definition = found && findJobDefinition(found.type);
    if (!account || !found || !definition || (found.status !== "queued" && found.status !== "running")) return null;
    const now = new Date();
    if (found.nextAttemptAt && found.nextAttemptAt.getTime() > now.getTime() + EARLY_MS) return null;

    const id = newId();
    const number = found.attempts + 1;
    const runner = runners[definition.id as keyof typeof runners] as OperationRunner;
    const { emrType } = account;
    // All on their way at once.
    const [lost, , , , prepared] = await Promise.all([
      // While it is queued, none is open.
      found.status === "running" ? closeLost(tx).execute({ jobId: found.id, now }) : null,
      insertRow(tx, jobAttempt, { id, ...tenantOf(found), jobId: found.id, attempt: number, startedAt: now }),
      setRunning(tx).execute({ id: found.id }),
      tellStreams(tx, found, { status: "running", attempt: number, at: now }),
      runner.prepare(runnerView(tx, found, emrType)).then(
        (value) => ({ value }),
        (error: unknown) => {
          if (error instanceof EmrError) return { refused: error };
          throw error;
        },
      ),
    ]);
    if (lost?.rowCount) countAttempts(found.type, "lost", lost.rowCount);
    return { id, number, job: found, definition, runner, emrType, prepared };
  };
  // It waits for the disk for the streams' sake: PostgreSQL gives the number of a transaction that a crash undid to another
  // one, whose message would lie before what was already told.
  return withTenant(payload, begin);
}

/** Locks the job again for its outcome; null where another process has taken the attempt over meanwhile. */
async function reopen(tx: Transaction, attempt: Attempt): Promise<StoredJob | null> {
  const [found, [mine]] = await Promise.all([lockJob(tx, attempt.job.id), outcomeOf(tx).execute({ id: attempt.id })]);
  return found?.status === "running" && mine?.outcome === null ? found : null;
}

/**
 * The completing transaction (decisions §6): result, domain record, events, deliveries and the end of the queue's entry
 * stand or fall together.
 */
export async function completeJob(attempt: Attempt, result: unknown, entry?: Leased): Promise<void> {
  const { definition, emrType, runner } = attempt;
  const ended = await withTenant(attempt.job, async (tx) => {
    const [found, audience] = await Promise.all([reopen(tx, attempt), outcomeAudience(tx, attempt.job, definition)]);
    if (!found) return null;
    const now = new Date();
    const completion = await runner.complete({ ...runnerView(tx, found, emrType), result });
    const events = completionEvents(definition, completion);
    // What becomes of a delivery to a disabled endpoint is asked in between.
    if (audience?.endpoints.every(({ enabled }) => enabled) ?? true) commitNext(tx);
    await Promise.all([
      entry?.completeIn(tx),
      setCompleted(tx).execute({ id: found.id, result: completion.data, attempts: attempt.number, now }),
      setSucceeded(tx).execute({ id: attempt.id, now }),
      tellStreams(tx, found, { status: "completed", attempt: attempt.number, at: now }),
      publishCompletion(tx, found, definition, events, audience),
    ]);
    return now;
  });
  if (!ended) return;
  countAttempts(definition.id, "succeeded");
  countEnd(definition.id, "completed", attempt.job.createdAt, ended);
}

/**
 * Stores a failed attempt: back to `queued` with its next time, or, where the fault is permanent, `failed` with
 * the one failure event.
 */
export async function failAttempt(attempt: Attempt, error: EmrError, entry?: Leased): Promise<void> {
  const { definition, emrType, runner } = attempt;
  const outcome = await withTenant(attempt.job, async (tx) => {
    const found = await reopen(tx, attempt);
    if (!found) return null;
    const now = new Date();
    const reason = error.message;
    await tx.update(jobAttempt).set({ endedAt: now, outcome: "failed", reason }).where(eq(jobAttempt.id, attempt.id));

    const pause = pauseAfter(attempt.number, error, definition.retry);
    if (pause !== null) {
      const nextAttemptAt = new Date(now.getTime() + pause);
      const tenant = tenantOf(found);
      await tx
        .update(job)
        .set({ status: "queued", attempts: attempt.number, nextAttemptAt, waitingReason: reason })
        .where(eq(job.id, found.id));
      await tellStreams(tx, found, { status: "queued", attempt: attempt.number, at: now });
      await enqueue(
        tx,
        "operations",
        { jobId: found.id, ...tenant },
        { group: tenant.linkedAccountId, startAfter: nextAttemptAt },
      );
      await entry?.completeIn(tx);
      return "retried";
    }
    await tx
      .update(job)
      .set({ status: "failed", failureReason: reason, attempts: attempt.number, finishedAt: now })
      .where(eq(job.id, found.id));
    await tellStreams(tx, found, { status: "failed", attempt: attempt.number, at: now });
    await publishFailure(tx, found, definition, { runner, emrType, reason, refused: error.kind === "validation" });
    await entry?.completeIn(tx);
    return "failed";
  });
  if (!outcome) return;
  countAttempts(definition.id, outcome);
  if (outcome === "failed") countEnd(definition.id, "failed", attempt.job.createdAt, new Date());
}
