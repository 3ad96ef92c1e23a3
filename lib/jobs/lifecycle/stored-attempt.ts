import { eq, sql } from "drizzle-orm";
import { findOperation } from "#lib/catalog/catalog";
import { ownOrganization } from "#lib/db/own-organization";
import { prepared } from "#lib/db/prepared";
import { job, jobAttempt, linkedAccount } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { insertWitness, updateOf, type Write } from "#lib/db/write";
import { type JobDefinition, staleLists } from "#lib/definitions/operation";
import { type EmrRow, emrColumns } from "#lib/emr/account";
import { storedProfile } from "#lib/emr/connect";
import type { Capability } from "#lib/emr/port/capability";
import { weakGuaranteeOf } from "#lib/emr/port/profile";
import { isLined, lockLines, nextInLine, type Waiter } from "#lib/job-record/record-order";
import { jobMessageOf, lockJobs, type StoredJob, tenantOf } from "#lib/job-record/stored-job";
import { NOT_WAITING } from "#lib/job-record/waiting";
import { type AttemptOutcome, countAttempts } from "#lib/jobs/runner/metrics";
import { present } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import { attemptSpan, type Span } from "#lib/kernel/tracing";
import { completeIn, type Leased } from "#lib/queue/queue";
import { isMoved } from "./origin.ts";

// The rows of attempts: how one is opened, found again after its calls, and closed.

/** An attempt under way, whose row is open. */
export interface OpenAttempt {
  id: string;
  number: number;
  /** The job as the attempt began it. */
  job: StoredJob;
  definition: JobDefinition;
  /** Its queue entry, which is completed as the attempt is closed. */
  entry: Leased | undefined;
}

/** The account, which leads to the same EMR until the end of the transaction. Read before other rows are locked. */
export const accountOf = prepared((tx) =>
  tx
    .select(emrColumns)
    .from(linkedAccount)
    .where(eq(linkedAccount.id, sql.placeholder("id")))
    .for("key share"),
);

/**
 * Closes the open attempts of jobs whose process ended; returns the number of each job's. The attempt that begins stays
 * open, whichever is written first: jobs that begin together share their statements, in the order of the first job's.
 */
const CLOSE_LOST = `
  WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS lost (id bigint, now timestamptz, begun uuid)),
  closed AS (
    UPDATE job_attempt SET ended_at = given.now, outcome = 'lost', reason = 'The process that ran it ended' FROM given
    WHERE job_attempt.organization_id = $2 AND job_id = given.id AND job_id = ANY (ARRAY(SELECT id FROM given))
      AND ended_at IS NULL AND job_attempt.id <> given.begun
    RETURNING job_id)
  SELECT job_id::float8 AS id, count(*)::integer AS attempts FROM closed GROUP BY job_id`;

/** Returns the closing of the attempts that a job's dead process left open, but for the one that begins (`begun`). */
const closingLost = ({ id, type }: StoredJob, now: Date, begun: string): Write => ({
  statement: CLOSE_LOST,
  values: [ownOrganization],
  row: { id, now, begun },
  returned: (closed) => closed && countAttempts(type, "lost", Number(closed.attempts)),
});

/** Returns the capability that a writing operation needs; null for a job that writes nothing. */
function capabilityOf(type: string): Capability | null {
  const operation = findOperation(type);
  return operation?.effect === "writes" ? operation.capability : null;
}

/**
 * Returns the attempt that begins at a locked job, with the rows that store it: the attempt, the job as `running`, its
 * message, and the closing of an attempt whose process ended. That one's writes are unknown, so that the job is in doubt.
 */
export function openingOf(
  { found, definition, account }: { found: StoredJob; definition: JobDefinition; account: EmrRow },
  now: Date,
): { id: string; number: number; job: StoredJob; span: Span | null; writes: Write[] } {
  const id = newId();
  const number = found.attempts + 1;
  // A queued job has no open attempt.
  const wasLost = found.status === "running";
  const ambiguous = found.ambiguous || (wasLost && definition.effect === "writes");
  const traced = attemptSpan(found.trace, {
    name: `job ${found.type}`,
    kind: "consumer",
    attributes: {
      "crc.operation": found.type,
      "crc.job_id": found.id,
      "crc.attempt": number,
      "crc.linked_account_id": found.linkedAccountId,
    },
  });
  const change = {
    status: "running",
    nextAttemptAt: null,
    ...NOT_WAITING,
    ambiguous,
    version: found.version + 1,
    trace: traced?.trace,
  } as const;
  const attempt = insertWitness(jobAttempt, {
    id,
    ...tenantOf(found),
    jobId: found.id,
    attempt: number,
    startedAt: now,
    weakGuarantee: weakGuaranteeOf(storedProfile(account.profile), capabilityOf(found.type)),
  });
  const invalidates = staleLists(definition, "running");
  const message = jobMessageOf({ ...found, ...change, attempts: number }, { at: now, invalidates });
  return {
    id,
    number,
    job: { ...found, ambiguous },
    span: traced?.span ?? null,
    writes: [...(wasLost ? [closingLost(found, now, id)] : []), attempt, updateOf(job, found.id, change), message],
  };
}

const outcomesOf = prepared((tx) =>
  tx
    .select({ id: jobAttempt.id, outcome: jobAttempt.outcome })
    .from(jobAttempt)
    .where(sql`${jobAttempt.id} = ANY (${sql.placeholder("ids")}::uuid[])`),
);

/** The locked job whose attempt is about to be closed, with the jobs that wait for it in its lines. */
export interface Reopened {
  found: StoredJob;
  next: readonly Waiter[];
  /** Whether the account leads to another EMR than the one that the attempt called. */
  moved: boolean;
}

/**
 * Holds the account's link, then locks the lines of records and the jobs, so that the outcomes of attempts can be stored. Returns null in place of an
 * attempt that another process has taken over meanwhile. Sends all of its statements at once. Several attempts must not
 * have lines.
 */
export async function reopen(tx: Transaction, attempts: readonly OpenAttempt[]): Promise<(Reopened | null)[]> {
  const [first] = attempts;
  const lined = attempts.length === 1 && first && isLined(first.job) ? first.job : null;
  const [[account], , found, outcomes, next] = await Promise.all([
    accountOf(tx).execute({ id: first?.job.linkedAccountId }),
    lined ? lockLines(tx, lined.linkedAccountId, [lined]) : null,
    lockJobs(
      tx,
      attempts.map(({ job: { id } }) => id),
    ),
    outcomesOf(tx).execute({ ids: attempts.map(({ id }) => id) }),
    lined ? nextInLine(tx, lined) : [],
  ]);
  const open = new Set(outcomes.filter(({ outcome }) => outcome === null).map(({ id }) => id));
  return attempts.map(({ id, job: { id: jobId } }) => {
    const locked = found.get(jobId);
    if (!account || locked?.status !== "running" || !open.has(id)) return null;
    return { found: locked, next, moved: isMoved(locked, account) };
  });
}

/** How an attempt ended. */
interface How {
  outcome: "succeeded" | "failed" | "unstored" | "postponed";
  reason: string | null;
  /** What the metrics count; null for nothing. Default: the outcome. */
  counted?: AttemptOutcome | null;
}

/**
 * Closes an attempt in a transaction of its own, in which `then` stores what becomes of the job. Returns false if another
 * process has taken the attempt over.
 */
export async function closeAttempt(
  attempt: OpenAttempt,
  { outcome, reason, counted = outcome }: How,
  then: (tx: Transaction, reopened: Reopened, now: Date) => Promise<void>,
): Promise<boolean> {
  const closed = await withTenant(attempt.job, async (tx) => {
    const [reopened] = await reopen(tx, [attempt]);
    if (!reopened) return false;
    const now = present();
    await tx.update(jobAttempt).set({ outcome, reason, endedAt: now }).where(eq(jobAttempt.id, attempt.id));
    await then(tx, reopened, now);
    await completeIn(tx, attempt.entry);
    return true;
  });
  if (closed && counted) countAttempts(attempt.definition.id, counted);
  return closed;
}
