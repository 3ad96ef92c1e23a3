import { and, eq, isNull, sql } from "drizzle-orm";
import { findJobDefinition } from "#lib/catalog/catalog";
import { insertRow } from "#lib/db/insert-row";
import { prepared } from "#lib/db/prepared";
import { job, jobAttempt, linkedAccount } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { type JobDefinition, staleLists } from "#lib/definitions/operation";
import type { OperationRunner } from "#lib/definitions/runner";
import { EmrError } from "#lib/emr/port/port";
import { lockRecord, nextInLine } from "#lib/jobs/record/record-order";
import { lockJob, runnerView, type StoredJob, tellStreams, tenantOf } from "#lib/jobs/record/stored-job";
import { countAttempts } from "#lib/jobs/runner/metrics";
import { newId } from "#lib/kernel/id";
import type { Payloads } from "#lib/queue/queues";
import { runnerOf } from "./open-job.ts";

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
    .set({
      status: "running",
      nextAttemptAt: null,
      waitingReason: null,
      ambiguous: sql`${sql.placeholder("ambiguous")}`,
      version: sql`${job.version} + 1`,
    })
    .where(eq(job.id, sql.placeholder("id"))),
);

const outcomeOf = prepared((tx) =>
  tx
    .select({ outcome: jobAttempt.outcome })
    .from(jobAttempt)
    .where(eq(jobAttempt.id, sql.placeholder("id"))),
);

/** Whether a job may begin an attempt: it has not ended, waits for no other job and no person, and its time has come. */
const mayBegin = ({ status, waitingFor, toReconcile, nextAttemptAt }: StoredJob, now: Date): boolean =>
  (status === "queued" || status === "running") &&
  waitingFor === null &&
  toReconcile === null &&
  !(nextAttemptAt && nextAttemptAt.getTime() > now.getTime() + EARLY_MS);

/**
 * Takes a job up: `running`, with a new attempt. An attempt that a dead process left open is closed as `lost`
 * and its number used again (decisions §6: a lost lease uses up no attempt); what it wrote is not known.
 * Null where there is nothing to do: the job has ended, waits for another one or a person, or its next attempt is not due.
 */
export async function beginAttempt(payload: Payloads["operations"]): Promise<Attempt | null> {
  const begin = async (tx: Transaction): Promise<Attempt | null> => {
    const [found, [account]] = await Promise.all([
      lockJob(tx, payload.jobId),
      emrTypeOf(tx).execute({ id: payload.linkedAccountId }),
    ]);
    const definition = found && findJobDefinition(found.type);
    const now = new Date();
    if (!account || !found || !definition || !mayBegin(found, now)) return null;

    const id = newId();
    const number = found.attempts + 1;
    const runner = runnerOf(definition.id);
    const { emrType } = account;
    // While it is queued, none is open.
    const wasLost = found.status === "running";
    const ambiguous = found.ambiguous || (wasLost && definition.effect === "writes");
    const running = {
      ...found,
      status: "running",
      attempts: number,
      nextAttemptAt: null,
      waitingReason: null,
      ambiguous,
      version: found.version + 1,
    } as const;
    // All on their way at once.
    const [lost, , , , prepared] = await Promise.all([
      wasLost ? closeLost(tx).execute({ jobId: found.id, now }) : null,
      insertRow(tx, jobAttempt, { id, ...tenantOf(found), jobId: found.id, attempt: number, startedAt: now }),
      setRunning(tx).execute({ id: found.id, ambiguous }),
      tellStreams(tx, running, { at: now, invalidates: staleLists(definition, "running") }),
      runner.prepare(runnerView(tx, found, emrType)).then(
        (value) => ({ value }),
        (error: unknown) => {
          if (error instanceof EmrError) return { refused: error };
          throw error;
        },
      ),
    ]);
    if (lost?.rowCount) countAttempts(found.type, "lost", lost.rowCount);
    return { id, number, job: { ...found, ambiguous }, definition, runner, emrType, prepared };
  };
  // It waits for the disk: after a crash of PostgreSQL it must still be known that the EMR may have been asked.
  return withTenant(payload, begin);
}

/** An attempt's job as it is when its outcome is stored: locked, with the job behind it in its record's line. */
export interface Reopened {
  found: StoredJob;
  next: number | null;
}

/**
 * Locks an attempt's job again for its outcome, its record's line first; null where another process has taken the attempt
 * over meanwhile.
 */
export async function reopen(tx: Transaction, { id, job: begun }: Attempt): Promise<Reopened | null> {
  const { recordKey, linkedAccountId } = begun;
  const [, found, [mine], next] = await Promise.all([
    recordKey === null ? null : lockRecord(tx, linkedAccountId, recordKey),
    lockJob(tx, begun.id),
    outcomeOf(tx).execute({ id }),
    nextInLine(tx, begun),
  ]);
  return found?.status === "running" && mine?.outcome === null ? { found, next } : null;
}
