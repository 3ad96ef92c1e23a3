import { eq, sql } from "drizzle-orm";
import { findJobDefinition, findOperation } from "#lib/catalog/catalog";
import { batched, type Ending } from "#lib/db/batches";
import { prepared } from "#lib/db/prepared";
import { job, jobAttempt, linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { insertWitness, updateOf, type Write } from "#lib/db/write";
import { type JobDefinition, staleLists } from "#lib/definitions/operation";
import type { OperationRunner } from "#lib/definitions/runner";
import { type EmrRow, emrColumns } from "#lib/emr/account";
import { storedProfile } from "#lib/emr/connect";
import type { Capability } from "#lib/emr/port/capability";
import { weakGuaranteeOf } from "#lib/emr/port/profile";
import { enterHeld } from "#lib/job-record/enter-held";
import type { FreshJob } from "#lib/job-record/fresh-job";
import { lockRecord, nextInLine } from "#lib/job-record/record-order";
import { jobMessageOf, lockJobs, type StoredJob, subjectView, tenantOf } from "#lib/job-record/stored-job";
import { NOT_WAITING } from "#lib/job-record/waiting";
import { countAttempts } from "#lib/jobs/runner/metrics";
import { allInOrder } from "#lib/kernel/all-in-order";
import { present } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import { attemptSpan, type Span } from "#lib/kernel/tracing";
import type { Payloads } from "#lib/queue/payloads";
import { runnerOf } from "./open-job.ts";
import { cutOffReason, isMoved } from "./origin.ts";
import { type Prepared, prepareJob } from "./prepare.ts";

/**
 * Tolerance for a queue entry that arrives before the job's next attempt is due; an earlier one is ignored, as another
 * entry was written for that time.
 */
const EARLY_MS = 1_000;

/** A job that is left to a person because its outcome is unknown; only the EMR is asked again. */
export const LEFT_TO_PERSON = "left to a person";

/** A job whose EMR must not be called any more (see endCutOff). */
export const CUT_OFF = "cut off from its EMR";

export interface Attempt {
  id: string;
  number: number;
  job: StoredJob;
  definition: JobDefinition;
  runner: OperationRunner;
  account: EmrRow;
  prepared: Prepared;
  /** Its span; null while tracing is off. */
  span: Span | null;
}

/** The account, which leads to the same EMR until the end of the transaction. Read before other rows are locked. */
const accountOf = prepared((tx) =>
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
    WHERE job_id = given.id AND job_id = ANY (ARRAY(SELECT id FROM given)) AND ended_at IS NULL
      AND job_attempt.id <> given.begun
    RETURNING job_id)
  SELECT job_id::float8 AS id, count(*)::integer AS attempts FROM closed GROUP BY job_id`;

const outcomesOf = prepared((tx) =>
  tx
    .select({ id: jobAttempt.id, outcome: jobAttempt.outcome })
    .from(jobAttempt)
    .where(sql`${jobAttempt.id} = ANY (${sql.placeholder("ids")}::uuid[])`),
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

/** A queue entry, with the job as its writer knows it if it is new. */
interface Beginning {
  payload: Payloads["operations"];
  fresh: FreshJob | null;
}

type Begun = Attempt | typeof LEFT_TO_PERSON | typeof CUT_OFF | null;

/** Prepares a job whose row is still to be read; null if its writer was another process, or it waited for long. */
const prepareFresh = async (tx: Transaction, fresh: FreshJob | null): Promise<Prepared | null> =>
  fresh && prepareJob(runnerOf(fresh.subject.type), subjectView(tx, fresh.subject));

/** Decides about one locked job, and prepares its attempt unless that is done. */
async function begin(
  tx: Transaction,
  { found, account, early }: { found: StoredJob | undefined; account: EmrRow | undefined; early: Prepared | null },
): Promise<Ending<Begun>> {
  if (found?.toReconcile === "outcome_unknown") return { result: LEFT_TO_PERSON, writes: [] };
  const definition = found && findJobDefinition(found.type);
  const now = present();
  if (!account || !found || !definition) return { result: null, writes: [] };
  if (!mayBegin(found, now)) {
    await enterHeld(tx, found, now);
    return { result: null, writes: [] };
  }
  if (cutOffReason(found, account) !== null) return { result: CUT_OFF, writes: [] };

  const id = newId();
  const number = found.attempts + 1;
  const runner = runnerOf(definition.id);
  const prepared = early ?? (await prepareJob(runner, subjectView(tx, found)));
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
  const lost: Write = {
    statement: CLOSE_LOST,
    row: { id: found.id, now, begun: id },
    returned: (closed) => closed && countAttempts(found.type, "lost", Number(closed.attempts)),
  };
  const attempt = insertWitness(jobAttempt, {
    id,
    ...tenantOf(found),
    jobId: found.id,
    attempt: number,
    startedAt: now,
    weakGuarantee: weakGuaranteeOf(storedProfile(account.profile), capabilityOf(found.type)),
  });
  const message = jobMessageOf(
    { ...found, ...change, attempts: number },
    { at: now, invalidates: staleLists(definition, "running") },
  );
  return {
    result: {
      id,
      number,
      job: { ...found, ambiguous },
      definition,
      runner,
      account,
      prepared,
      span: traced?.span ?? null,
    },
    writes: [...(wasLost ? [lost] : []), attempt, updateOf(job, found.id, change), message],
  };
}

/**
 * Begins a new attempt and sets the job to `running`, together with other jobs of the account that are ready. An attempt
 * that a dead process left open is closed as `lost` and its number is reused (decisions §6: a lost lease uses up no
 * attempt); its writes are unknown, so the job becomes ambiguous. Returns null if there is nothing to do: the job has
 * ended, waits for another job or a person, or is not due. The commit waits for the disk: after a crash of PostgreSQL the
 * attempt must still be on record, as the EMR may have been called.
 */
export const beginAttempt = batched<Beginning, Begun>({
  name: "attempts",
  tenantOf: ({ payload }) => payload,
  keyOf: ({ payload }) => payload.jobId,
  async work(tx, all) {
    const ids = all.map(({ payload }) => payload.jobId);
    const [[account], found, early] = await allInOrder([
      accountOf(tx).execute({ id: all[0]?.payload.linkedAccountId }),
      lockJobs(tx, ids),
      // Read behind the locks, as all statements of a packet run in their order.
      allInOrder(all.map(({ fresh }) => prepareFresh(tx, fresh))),
    ]);
    return allInOrder(
      ids.map((id, index) => begin(tx, { found: found.get(id), account, early: early[index] ?? null })),
    );
  },
});

/** The locked job whose attempt is about to be closed, with the id of the next job in its record's line. */
export interface Reopened {
  found: StoredJob;
  next: number | null;
  /** Whether the account leads to another EMR than the one that the attempt called. */
  moved: boolean;
}

/**
 * Holds the account's link, then locks the lines of records and the jobs, so that the outcomes of attempts can be stored. Returns null in place of an
 * attempt that another process has taken over meanwhile. Sends all of its statements at once. Several attempts must not
 * have a record's line.
 */
export async function reopen(tx: Transaction, attempts: readonly Attempt[]): Promise<(Reopened | null)[]> {
  const [first] = attempts;
  const lined = attempts.length === 1 && first?.job.recordKey ? first.job : null;
  const [[account], , found, outcomes, next] = await Promise.all([
    accountOf(tx).execute({ id: first?.job.linkedAccountId }),
    lined?.recordKey ? lockRecord(tx, lined.linkedAccountId, lined.recordKey) : null,
    lockJobs(
      tx,
      attempts.map(({ job: { id } }) => id),
    ),
    outcomesOf(tx).execute({ ids: attempts.map(({ id }) => id) }),
    lined ? nextInLine(tx, lined) : null,
  ]);
  const open = new Set(outcomes.filter(({ outcome }) => outcome === null).map(({ id }) => id));
  return attempts.map(({ id, job: begun }) => {
    const job = found.get(begun.id);
    if (!account || job?.status !== "running" || !open.has(id)) return null;
    return { found: job, next, moved: isMoved(job, account) };
  });
}
