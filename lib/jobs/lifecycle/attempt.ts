import { and, eq, isNull, sql } from "drizzle-orm";
import { findJobDefinition, findOperation } from "#lib/catalog/catalog";
import { insertRow } from "#lib/db/insert-row";
import { prepared } from "#lib/db/prepared";
import { job, jobAttempt, linkedAccount } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { type JobDefinition, staleLists } from "#lib/definitions/operation";
import type { OperationRunner } from "#lib/definitions/runner";
import { type EmrRow, emrColumns } from "#lib/emr/account";
import { storedProfile } from "#lib/emr/connect";
import type { Capability } from "#lib/emr/port/capability";
import { weakGuaranteeOf } from "#lib/emr/port/profile";
import { enterHeld } from "#lib/jobs/record/enter-held";
import { lockRecord, nextInLine } from "#lib/jobs/record/record-order";
import { appendJobMessage, lockJob, runnerView, type StoredJob, tenantOf } from "#lib/jobs/record/stored-job";
import { countAttempts } from "#lib/jobs/runner/metrics";
import { newId } from "#lib/kernel/id";
import type { Payloads } from "#lib/queue/queues";
import { runnerOf } from "./open-job.ts";
import { type Prepared, prepareJob } from "./prepare.ts";

/**
 * Tolerance for a queue entry that arrives before the job's next attempt is due; an earlier one is ignored, as another
 * entry was written for that time.
 */
const EARLY_MS = 1_000;

/** A job that is left to a person because its outcome is unknown; only the EMR is asked again. */
export const LEFT_TO_PERSON = "left to a person";

export interface Attempt {
  id: string;
  number: number;
  job: StoredJob;
  definition: JobDefinition;
  runner: OperationRunner;
  account: EmrRow;
  prepared: Prepared;
}

const accountOf = prepared((tx) =>
  tx
    .select(emrColumns)
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

/**
 * Returns whether a job may begin an attempt: it has not ended, waits neither for another job nor for a person, and is
 * due.
 */
const mayBegin = ({ status, waitingFor, toReconcile, nextAttemptAt }: StoredJob, now: Date): boolean =>
  (status === "queued" || status === "running") &&
  waitingFor === null &&
  toReconcile === null &&
  !(nextAttemptAt && nextAttemptAt.getTime() > now.getTime() + EARLY_MS);

/** Returns the capability that a writing operation needs; null for a job that writes nothing. */
function capabilityOf(type: string): Capability | null {
  const operation = findOperation(type);
  return operation?.effect === "writes" ? operation.capability : null;
}

/**
 * Begins a new attempt and sets the job to `running`. An attempt that a dead process left open is closed as `lost` and
 * its number is reused (decisions §6: a lost lease uses up no attempt); its writes are unknown, so the job becomes
 * ambiguous. Returns null if there is nothing to do: the job has ended, waits for another job or a person, or is not
 * due.
 */
export async function beginAttempt(payload: Payloads["operations"]): Promise<Attempt | typeof LEFT_TO_PERSON | null> {
  const begin = async (tx: Transaction): Promise<Attempt | typeof LEFT_TO_PERSON | null> => {
    const [found, [account]] = await Promise.all([
      lockJob(tx, payload.jobId),
      accountOf(tx).execute({ id: payload.linkedAccountId }),
    ]);
    if (found?.toReconcile === "outcome_unknown") return LEFT_TO_PERSON;
    const definition = found && findJobDefinition(found.type);
    const now = new Date();
    if (!account || !found || !definition) return null;
    if (!mayBegin(found, now)) {
      await enterHeld(tx, found, now);
      return null;
    }

    const id = newId();
    const number = found.attempts + 1;
    const runner = runnerOf(definition.id);
    // A queued job has no open attempt.
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
    // Sent together to save round trips.
    const [lost, , , , prepared] = await Promise.all([
      wasLost ? closeLost(tx).execute({ jobId: found.id, now }) : null,
      insertRow(tx, jobAttempt, {
        id,
        ...tenantOf(found),
        jobId: found.id,
        attempt: number,
        startedAt: now,
        weakGuarantee: weakGuaranteeOf(storedProfile(account.profile), capabilityOf(found.type)),
      }),
      setRunning(tx).execute({ id: found.id, ambiguous }),
      appendJobMessage(tx, running, { at: now, invalidates: staleLists(definition, "running") }),
      prepareJob(runner, runnerView(tx, found, account.emrType)),
    ]);
    if (lost?.rowCount) countAttempts(found.type, "lost", lost.rowCount);
    return { id, number, job: { ...found, ambiguous }, definition, runner, account, prepared };
  };
  // This commit waits for the disk: after a crash of PostgreSQL the attempt must still be on record, as the EMR may
  // have been called.
  return withTenant(payload, begin);
}

/** The locked job whose attempt is about to be closed, with the id of the next job in its record's line. */
export interface Reopened {
  found: StoredJob;
  next: number | null;
}

/**
 * Locks the record's line, then the job, so that the attempt's outcome can be stored. Returns null if another process
 * has taken the attempt over meanwhile.
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
