import { eq, sql } from "drizzle-orm";
import { findJobDefinition, findOperation } from "#lib/catalog/catalog";
import { alone, type Batching, batched, type Ending } from "#lib/db/batches";
import { ownOrganization } from "#lib/db/own-organization";
import { prepared } from "#lib/db/prepared";
import { job, jobAttempt, linkedAccount } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { isDatabaseAway } from "#lib/db/unavailable";
import { insertWitness, updateOf, type Write } from "#lib/db/write";
import { type JobDefinition, type RetryPolicy, staleLists } from "#lib/definitions/operation";
import type { OperationRunner } from "#lib/definitions/runner";
import { stepKeyOf } from "#lib/definitions/write-keys";
import { type EmrRow, emrColumns, openEmr } from "#lib/emr/account";
import { budgetOf, waitOf } from "#lib/emr/budget/budgets";
import { storedProfile } from "#lib/emr/connect";
import type { Capability } from "#lib/emr/port/capability";
import { type EmrConnection, EmrError } from "#lib/emr/port/port";
import { weakGuaranteeOf } from "#lib/emr/port/profile";
import { type WatchedWrites, watchWrites } from "#lib/emr/port/watched-writes";
import { enterHeld } from "#lib/job-record/enter-held";
import { FreshJob } from "#lib/job-record/fresh-job";
import { isLined, lockLines, nextInLine, type Waiter } from "#lib/job-record/record-order";
import { jobMessageOf, lockJobs, type StoredJob, subjectView, tenantOf } from "#lib/job-record/stored-job";
import { NOT_WAITING, waits, waitsBecause } from "#lib/job-record/waiting";
import { keepAnswer, leaveToLog, type Passed, passedOperation, passOn } from "#lib/jobs/passed-on/pass-on";
import { withdraw } from "#lib/jobs/passed-on/withdraw";
import { narrowConcurrency, withinConcurrency } from "#lib/jobs/runner/emr-concurrency";
import { countAttempts, countEnd } from "#lib/jobs/runner/metrics";
import { postponedBy, putOff } from "#lib/jobs/runner/put-off";
import { allInOrder } from "#lib/kernel/all-in-order";
import { present } from "#lib/kernel/clock";
import { reasonOf } from "#lib/kernel/failure-reasons";
import { newId } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import { attemptSpan, type Span, tracing } from "#lib/kernel/tracing";
import { completeIn, type Leased } from "#lib/queue/leased";
import type { Payloads } from "#lib/queue/payloads";
import { wakeStreams } from "#lib/stream/wake";
import { endCutOff } from "./cut-off.ts";
import {
  completionOf,
  type Ending as JobEnding,
  leaveToPerson,
  outcomeAudiences,
  putBack,
  storeFailure,
} from "./end-job.ts";
import { lookAgain } from "./look-again.ts";
import { type LookedUp, lookUp } from "./look-up.ts";
import { runnerOf } from "./open-job.ts";
import { cutOffReason, ENDED_BY_MOVE, isMoved, MOVED } from "./origin.ts";
import { rowOf, type Situation } from "./outcome.ts";
import { type Prepared, prepareJob } from "./prepare.ts";
import { pauseAfter } from "./retry.ts";
import { unstorableReason } from "./unstorable.ts";

// An attempt at a job, from top to bottom: it begins, calls the EMR, decides what the answer means, and ends. It begins and ends
// in a transaction each, and none is open between them: if the process dies there, the next attempt closes it as lost.

interface Attempt {
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

/** An attempt under way, with its queue entry, and the signal of the process's end. */
interface UnderWay {
  attempt: Attempt;
  writes: WatchedWrites;
  stopping: AbortSignal;
  entry: Leased | undefined;
}

/**
 * Runs one attempt at a job, from its queue entry to its outcome. While the account's EMR has asked for a pause
 * (Retry-After), the job is postponed instead; afterwards few attempts of the account run at once. A job that is left to a
 * person is only looked up again. Throws only if our own database fails or the process stops; the queue then returns the
 * entry. After `stopping` an unfinished attempt stays open and counts as lost.
 */
export const runJob = (payload: Payloads["operations"], stopping: AbortSignal, entry?: Leased): Promise<void> =>
  withinConcurrency(payload.linkedAccountId, async () => {
    stopping.throwIfAborted();
    const pause = waitOf(payload.linkedAccountId);
    if (pause > 0) {
      await putOff(payload, pause);
      return false;
    }
    const attempt = await beginAttempt({ payload, fresh: entry?.carried instanceof FreshJob ? entry.carried : null });
    if (!attempt) return false;
    let wentWell = false;
    if (attempt === "left_to_person") await lookAgain(payload, payload.jobId);
    else if (attempt === "cut_off") await endCutOff(payload, payload.jobId, entry);
    else {
      wakeStreams(payload.linkedAccountId);
      const { span } = attempt;
      wentWell = await (span
        ? span.around(() => runAttempt(attempt, stopping, entry))
        : runAttempt(attempt, stopping, entry));
    }
    wakeStreams(payload.linkedAccountId);
    return wentWell;
  });

/**
 * Makes an attempt that has begun and stores its outcome. Returns whether the EMR answered, so that its account's concurrency may
 * grow.
 */
async function runAttempt(attempt: Attempt, stopping: AbortSignal, entry: Leased | undefined): Promise<boolean> {
  const purpose = attempt.definition.effect === "writes" ? "write" : "read";
  const writes = watchWrites(await openEmr(attempt.account, purpose));
  const underWay = { attempt, writes, stopping, entry };
  const operation = passedOperation(attempt, writes);
  if (!operation) return runByCalls(underWay);
  const signal = () => AbortSignal.any([AbortSignal.timeout(EMR_DEADLINE_MS), stopping]);
  const passed = await passOn(attempt, operation, { writes, signal, stopping });
  return passed.kind === "read" ? runByCalls(underWay) : endPassed(underWay, passed);
}

/** Makes an attempt by the operation's own calls to the EMR, and stores its outcome. */
async function runByCalls(underWay: UnderWay): Promise<boolean> {
  const { attempt, writes, stopping, entry } = underWay;
  let known = attempt;
  let result: Result;
  try {
    const looked = attempt.job.ambiguous ? await lookFirst(writes.emr, attempt, stopping) : null;
    if (looked?.kind === "absent") known = withoutDoubt(attempt);
    const begun = looked?.kind === "begun" ? looked.emrId : null;
    result =
      looked?.kind === "held"
        ? { ...looked.outcome, warnings: await comparedWarnings(known, writes, stopping) }
        : { result: await callEmr(known, writes, { begun, stopping }), warnings: writes.warnings() };
  } catch (error) {
    if (!(error instanceof EmrError) || stopping.aborted) throw error;
    attempt.span?.fail(error.kind);
    if (error.retryAfterMs) {
      if (!error.limited) await budgetOf(attempt.account).pause(error.retryAfterMs);
      narrowConcurrency(attempt.job.linkedAccountId);
    }
    await failAttempt({ ...underWay, attempt: known }, error);
    return error.kind === "validation";
  }
  await complete(known, result, entry);
  return true;
}

const withoutDoubt = (attempt: Attempt): Attempt => ({ ...attempt, job: { ...attempt.job, ambiguous: false } });

// It begins.

/**
 * Tolerance for a queue entry that arrives before the job's next attempt is due; an earlier one is ignored, as another
 * entry was written for that time.
 */
const EARLY_MS = 1_000;

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
    WHERE job_attempt.organization_id = $2 AND job_id = given.id AND job_id = ANY (ARRAY(SELECT id FROM given))
      AND ended_at IS NULL AND job_attempt.id <> given.begun
    RETURNING job_id)
  SELECT job_id::float8 AS id, count(*)::integer AS attempts FROM closed GROUP BY job_id`;

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

/** What a queue entry comes to: an attempt, a job of which only the EMR is asked, or whose EMR must not be called any more (see endCutOff). */
type Begun = Attempt | "left_to_person" | "cut_off" | null;

/** Prepares a job whose row is still to be read; null if its writer was another process, or it waited for long. */
const prepareFresh = async (tx: Transaction, fresh: FreshJob | null): Promise<Prepared | null> =>
  fresh && prepareJob(runnerOf(fresh.subject.type), subjectView(tx, fresh.subject));

/** Decides about one locked job, and prepares its attempt unless that is done. */
async function begin(
  tx: Transaction,
  { found, account, early }: { found: StoredJob | undefined; account: EmrRow | undefined; early: Prepared | null },
): Promise<Ending<Begun>> {
  if (found?.toReconcile === "outcome_unknown") return { result: "left_to_person", writes: [] };
  const definition = found && findJobDefinition(found.type);
  const now = present();
  if (!account || !found || !definition) return { result: null, writes: [] };
  if (!mayBegin(found, now)) {
    await enterHeld(tx, found, now);
    return { result: null, writes: [] };
  }
  if (cutOffReason(found, account) !== null) return { result: "cut_off", writes: [] };

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
    values: [ownOrganization],
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

// It calls the EMR.

/** Deadline of an attempt's calls to the EMR; exceeding it counts as an outage. */
const EMR_DEADLINE_MS = 30_000;

/** Wraps an error of the EMR's side as an EmrError; unknown errors count as passing. */
function asEmrError(error: unknown, deadline: AbortSignal): EmrError {
  if (error instanceof EmrError) return error;
  if (deadline.aborted) return new EmrError("passing", `The EMR did not answer within ${EMR_DEADLINE_MS / 1000} s`);
  return new EmrError("passing", "The connection to the EMR failed");
}

async function callEmr(
  attempt: Attempt,
  { emr }: WatchedWrites,
  { begun, stopping }: { begun: string | null; stopping: AbortSignal },
): Promise<unknown> {
  if ("refused" in attempt.prepared) throw attempt.prepared.refused;
  const deadline = AbortSignal.timeout(EMR_DEADLINE_MS);
  const { value } = attempt.prepared;
  const run = () =>
    attempt.runner.run(value, {
      emr,
      idempotencyKey: attempt.job.emrIdempotencyKey,
      stepKey: (step) => stepKeyOf(attempt.job.emrIdempotencyKey, step),
      begun,
      signal: AbortSignal.any([deadline, stopping]),
    });
  try {
    return await (tracing()?.start({ name: "call the EMR", kind: "internal", attributes: {} }).around(run) ?? run());
  } catch (error) {
    if (!(error instanceof EmrError) && !deadline.aborted && !stopping.aborted) {
      logger.error(
        { operation: attempt.job.type, error_name: (error as Error).name },
        "an operation's run failed unexpectedly",
      );
    }
    throw asEmrError(error, deadline);
  }
}

/**
 * Looks for the write of a job whose last attempt had an unknown end, before it is sent again (decisions §6). Throws an
 * EmrError if it must not be sent now: the limit of calls is reached, or the EMR can neither be searched for it nor keeps keys.
 */
async function lookFirst(emr: EmrConnection, attempt: Attempt, stopping: AbortSignal): Promise<LookedUp> {
  const looked = await lookUp(emr, attempt, stopping);
  stopping.throwIfAborted();
  if (looked.kind !== "unknown") return looked;
  const { reason, error } = looked;
  if (error?.limited) throw error;
  const retryAfterMs = error?.retryAfterMs ?? null;
  if (emr.repeats !== "keyed") throw new EmrError("passing", reason, { retryAfterMs, notDone: true });
  return looked;
}

/** Returns whether the write of a job that the EMR turned out to hold is compared: that of a new record, and of a schedule's visit. */
const isCompared = ({ job: { recordKey, type } }: Attempt): boolean =>
  recordKey === null || findOperation(type)?.schedules === true;

/**
 * Compares what was found by its key, or read back, with what was asked for, and has the EMR do what follows such a write. Returns what
 * differs; that it is held is known.
 */
async function comparedWarnings(attempt: Attempt, { emr }: WatchedWrites, stopping: AbortSignal) {
  if (!emr.comparing || !isCompared(attempt)) return [];
  const comparing = watchWrites({ ...emr, ...emr.comparing });
  await callEmr(attempt, comparing, { begun: null, stopping }).catch(() => stopping.throwIfAborted());
  return comparing.warnings();
}

// It decides.

/** Returns what the table of outcomes asks about a failed attempt. */
function situationOf({ attempt, writes }: UnderWay, error: EmrError): Situation {
  const { definition, job: begun, number } = attempt;
  const isRefusal = error.kind === "validation";
  const mayHold = begun.ambiguous || (writes.mayHaveWritten() && !(isRefusal && error.notDone));
  return {
    answer: answerOf(error, writes),
    found: "not_looked",
    doubt: definition.effect === "writes" && mayHold,
    left: number < definition.retry.attempts,
    searchable: writes.emr.repeats !== "never",
  };
}

function answerOf(error: EmrError, writes: WatchedWrites): Situation["answer"] {
  if (error.limited) return "limited";
  if (error.isSettled) return "settled";
  if (error.kind !== "validation") return "passing";
  return writes.refusedKey() === null ? "refused" : "write_refused";
}

function foundOf(looked: LookedUp, writes: WatchedWrites): Situation["found"] {
  if (looked.kind === "begun") return looked.key === writes.refusedKey() ? "refused_one" : "begun";
  return looked.kind === "unknown" && looked.error?.limited ? "limited" : looked.kind;
}

/**
 * Stores a failed attempt by the table of outcomes. If the EMR may hold the write, from now or an earlier attempt, it is looked
 * up before the job ends; also after a refusal, as real EMRs report writes as refused that they have saved (decisions §6).
 */
const failAttempt = (underWay: UnderWay, error: EmrError): Promise<void> =>
  storing(underWay.attempt, underWay.entry, async () => {
    const { attempt, writes, stopping, entry } = underWay;
    const situation = situationOf(underWay, error);
    let { outcome } = rowOf(situation);
    let limit = error;
    if (outcome === "look") {
      const looked = await lookUp(writes.emr, attempt);
      if (looked.kind === "held") {
        const warnings = await comparedWarnings(attempt, writes, stopping);
        return complete(attempt, { ...looked.outcome, warnings }, entry);
      }
      if (looked.kind === "unknown" && looked.error) limit = looked.error;
      ({ outcome } = rowOf({ ...situation, found: foundOf(looked, writes) }));
    }
    const { message: reason, reasons, conflicts, retryAfterMs } = error;
    switch (outcome) {
      case "postponed":
      case "postponed_in_doubt":
        return postpone(attempt, limit, outcome === "postponed_in_doubt", entry);
      case "again":
      case "again_in_doubt":
        return tryAgain(attempt, { retryAfterMs, ambiguous: outcome === "again_in_doubt", reason }, entry);
      case "refused":
      case "failed":
        return fail(attempt, { reason, reasons, conflicts, refused: outcome === "refused" }, entry);
      default:
        return leaveUnknown(attempt, reason, entry);
    }
  });

// It ends.

/** The locked job whose attempt is about to be closed, with the jobs that wait for it in its lines. */
interface Reopened {
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
async function reopen(tx: Transaction, attempts: readonly Attempt[]): Promise<(Reopened | null)[]> {
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
  return attempts.map(({ id, job: begun }) => {
    const job = found.get(begun.id);
    if (!account || job?.status !== "running" || !open.has(id)) return null;
    return { found: job, next, moved: isMoved(job, account) };
  });
}

const outcomesOf = prepared((tx) =>
  tx
    .select({ id: jobAttempt.id, outcome: jobAttempt.outcome })
    .from(jobAttempt)
    .where(sql`${jobAttempt.id} = ANY (${sql.placeholder("ids")}::uuid[])`),
);

/**
 * Closes an attempt in a separate transaction, in which `then` runs as well. Returns false if another process has taken
 * the attempt over.
 */
function closeAttempt(
  attempt: Attempt,
  how: { outcome: "succeeded"; reason: null } | { outcome: "failed" | "unstored" | "postponed"; reason: string },
  entry: Leased | undefined,
  then: (tx: Transaction, reopened: Reopened, now: Date) => Promise<void>,
): Promise<boolean> {
  return withTenant(attempt.job, async (tx) => {
    const [reopened] = await reopen(tx, [attempt]);
    if (!reopened) return false;
    const now = present();
    await tx
      .update(jobAttempt)
      .set({ ...how, endedAt: now })
      .where(eq(jobAttempt.id, attempt.id));
    await then(tx, reopened, now);
    await completeIn(tx, entry);
    return true;
  });
}

/**
 * The result of an operation's run, or the EMR's id of the record that it turned out to hold; with what the EMR keeps otherwise
 * than it was sent.
 */
type Result = ({ result: unknown } | { emrId: string }) & { warnings?: readonly string[] };

interface Completing {
  attempt: Attempt;
  result: Result;
  entry: Leased | undefined;
}

/** The end of a job, and its time. */
interface Ended {
  at: Date;
  status: "completed" | "failed";
}

/** Returns the end; null if another process has taken the attempt over. */
const completions: Batching<Completing, Ended | null> = {
  name: "completions",
  tenantOf: ({ attempt }) => attempt.job,
  keyOf: ({ attempt }) => attempt.job.id,
  async work(tx, all) {
    const attempts = all.map(({ attempt }) => attempt);
    const [reopened, audiences] = await Promise.all([reopen(tx, attempts), outcomeAudiences(tx, attempts)]);
    const endings = all.map(async (completing, index): Promise<Ending<Ended | null>> => {
      const { attempt, result, entry } = completing;
      const open = reopened[index];
      if (!open) return { result: null, writes: [] };
      const ending = { ...attempt, ...open, attempts: attempt.number };
      if (open.moved && attempt.definition.effect !== "writes") return failMoved(tx, ending, completing);
      const { at, writes } = await completionOf(tx, ending, result, audiences[index] ?? null);
      const succeeded = updateOf(jobAttempt, attempt.id, { endedAt: at, outcome: "succeeded" });
      return {
        result: { at, status: "completed" },
        writes: [succeeded, ...writes, ...(entry ? [entry.completion] : [])],
      };
    });
    return allInOrder(endings);
  },
};

const completeTogether = batched(completions);

/** Fails a job whose answer is of an EMR that the account no longer leads to: what was read there is not stored. */
async function failMoved(tx: Transaction, ending: JobEnding, { attempt, entry }: Completing): Promise<Ending<Ended>> {
  await storeFailure(tx, ending, { status: "failed", ...ENDED_BY_MOVE, refused: true });
  const at = present();
  const closed = updateOf(jobAttempt, attempt.id, { endedAt: at, outcome: "failed", reason: MOVED });
  return { result: { at, status: "failed" }, writes: [closed, ...(entry ? [entry.completion] : [])] };
}

/**
 * Completes a job in one transaction (decisions §6): result, domain record, events, deliveries and the end of the queue
 * entry are committed together or not at all. Writes of new records share it with others of the account that end at the
 * same time; an operation that changes a record, or stores what it has read, locks rows that others may need first.
 */
const complete = (attempt: Attempt, result: Result, entry: Leased | undefined): Promise<void> =>
  storing(attempt, entry, async () => {
    const { definition } = attempt;
    const completing = { attempt, result, entry };
    const isOnItsOwn = definition.effect !== "writes" || isLined(attempt.job);
    const ended = await (isOnItsOwn ? alone(completions, completing) : completeTogether(completing));
    if (!ended) return;
    countAttempts(definition.id, ended.status === "completed" ? "succeeded" : "failed");
    countEnd(definition.id, ended.status, attempt.job.createdAt, ended.at);
  });

/** Fails a job permanently, with its one failure event. */
async function fail(
  attempt: Attempt,
  failure: Omit<Parameters<typeof storeFailure>[2], "status">,
  entry: Leased | undefined,
): Promise<void> {
  const { reason } = failure;
  const failed = await closeAttempt(attempt, { outcome: "failed", reason }, entry, (tx, reopened) =>
    storeFailure(tx, { ...attempt, ...reopened, attempts: attempt.number }, { ...failure, status: "failed" }),
  );
  if (!failed) return;
  countAttempts(attempt.definition.id, "failed");
  countEnd(attempt.definition.id, "failed", attempt.job.createdAt, present());
}

/** Puts a job back for its next attempt after the pause that its retry policy or the EMR asks for. */
async function tryAgain(
  attempt: Attempt,
  { retryAfterMs, ambiguous, reason }: { retryAfterMs: number | null; ambiguous: boolean; reason: string },
  entry: Leased | undefined,
): Promise<void> {
  const { definition, number: attempts } = attempt;
  const pause = pauseAfter(attempts, { kind: "passing", retryAfterMs }, definition.retry) ?? 0;
  const change = { attempts, ambiguous, ...waitsBecause("attempt_failed", reason) };
  const closed = await closeAttempt(attempt, { outcome: "failed", reason }, entry, (tx, { found }, now) =>
    putBack(tx, found, definition, { ...change, nextAttemptAt: new Date(now.getTime() + pause) }, now),
  );
  if (closed) countAttempts(definition.id, "retried");
}

/** Pause after a limit whose end the EMR does not state: most limits count calls per minute. */
const UNSTATED_LIMIT_MS = 60_000;

/** Puts a job back until its EMR allows calls again; this uses up no attempt. */
async function postpone(
  attempt: Attempt,
  { message: reason, retryAfterMs, loginRequired }: EmrError,
  ambiguous: boolean,
  entry: Leased | undefined,
): Promise<void> {
  const { definition, job: begun } = attempt;
  const closed = await closeAttempt(attempt, { outcome: "postponed", reason }, entry, (tx, { found }, now) => {
    const nextAttemptAt = postponedBy(retryAfterMs ?? UNSTATED_LIMIT_MS, now);
    const waiting = waits(loginRequired ? "login_lost" : "limit_reached");
    return putBack(tx, found, definition, { attempts: begun.attempts, ambiguous, nextAttemptAt, ...waiting }, now);
  });
  if (closed) countAttempts(definition.id, "postponed");
}

/** Leaves a job whose write cannot be looked up to a person. */
async function leaveUnknown(attempt: Attempt, reason: string, entry: Leased | undefined): Promise<void> {
  const waiting = waitsBecause("outcome_unknown", `Whether the EMR holds it is not known: ${reason}`);
  const why = { toReconcile: "outcome_unknown", ...waiting, attempts: attempt.number } as const;
  const left = await closeAttempt(attempt, { outcome: "failed", reason }, entry, (tx, reopened, now) =>
    leaveToPerson(tx, reopened, attempt.definition, why, now),
  );
  if (left) countAttempts(attempt.definition.id, "failed");
}

/** Stores what became of an operation that was passed on whole. Returns whether the EMR answered. */
async function endPassed(underWay: UnderWay, passed: Exclude<Passed, { kind: "read" }>): Promise<boolean> {
  const { attempt, entry } = underWay;
  const { definition, number: attempts } = attempt;
  switch (passed.kind) {
    case "accepted": {
      const how = { outcome: "succeeded", reason: null } as const;
      const closed = await closeAttempt(attempt, how, entry, (tx, { found }, now) =>
        keepAnswer(tx, { found, definition, attempts }, passed, now),
      );
      if (closed) countAttempts(definition.id, "succeeded");
      return true;
    }
    case "log_searched": {
      if (passed.error && (await withdrawn(attempt, passed.error, entry))) return passed.error.kind === "validation";
      const { until, reason } = passed;
      const closed = await closeAttempt(attempt, { outcome: "failed", reason }, entry, (tx, { found }, now) =>
        leaveToLog(tx, { found, definition, attempts }, until, now),
      );
      if (closed) countAttempts(definition.id, "failed");
      return passed.error?.kind === "validation";
    }
    case "not_sent":
      await failAttempt(underWay, passed.error);
      return false;
    case "failed": {
      const { error, isKnown } = passed;
      if (!(await withdrawn(attempt, error, entry)))
        await failAttempt({ ...underWay, attempt: isKnown ? withoutDoubt(attempt) : attempt }, error);
      return error.kind === "validation";
    }
    case "unknown": {
      const { reason } = passed;
      if (definition.effect === "writes") await leaveUnknown(attempt, reason, entry);
      else await fail(attempt, { reason, reasons: reasonOf("emr_unavailable", reason), refused: false }, entry);
      return false;
    }
  }
}

/** Rolls the closing of an attempt back. */
class StaysOpen extends Error {}

/** Withdraws the job if its caller still waits for the refusal. Returns whether that was so. */
async function withdrawn(attempt: Attempt, error: EmrError, entry: Leased | undefined): Promise<boolean> {
  const { status, message, extra } = error;
  if (status === null) return false;
  let isWithdrawn = false;
  await closeAttempt(attempt, { outcome: "failed", reason: message }, entry, async (tx, reopened, now) => {
    isWithdrawn = await withdraw(tx, attempt.definition, reopened, { refusal: { status, message, extra }, now });
    // Without a waiting caller the attempt stays open, for another end.
    if (!isWithdrawn) throw new StaysOpen();
  }).catch((failure: unknown) => {
    if (!(failure instanceof StaysOpen)) throw failure;
  });
  return isWithdrawn;
}

/** Retries of a job whose response could not be stored here, with growing pauses (decisions §6). */
const UNSTORED_RETRY: RetryPolicy = { attempts: 5, firstPauseMs: 5_000, maxPauseMs: 240_000 };

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

/** Records that the EMR's response could not be stored: retries after a pause, or leaves the job to a person. */
async function keepUnstored(attempt: Attempt, reason: string, entry: Leased | undefined): Promise<void> {
  const { definition, job: begun } = attempt;
  const { attempts } = begun;
  const unstored = begun.unstored + 1;
  const pause = pauseAfter(unstored, { kind: "passing", retryAfterMs: null }, UNSTORED_RETRY);
  const change = { attempts, unstored, ...waitsBecause("answer_not_stored", reason) };
  const closed = await closeAttempt(attempt, { outcome: "unstored", reason }, entry, (tx, reopened, now) => {
    if (pause === null) return leaveToPerson(tx, reopened, definition, { toReconcile: "not_stored", ...change }, now);
    const nextAttemptAt = new Date(now.getTime() + pause);
    return putBack(tx, reopened.found, definition, { ...change, ambiguous: true, nextAttemptAt }, now);
  });
  if (closed) countAttempts(definition.id, "unstored");
}
