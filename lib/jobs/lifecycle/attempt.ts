import "#lib/jobs/logins/teller";
import { findJobDefinition, findOperation } from "#lib/catalog/catalog";
import { batched, type Ending } from "#lib/db/batches";
import type { Transaction } from "#lib/db/tenant";
import type { OperationRunner } from "#lib/definitions/runner";
import { stepKeyOf } from "#lib/definitions/write-keys";
import { type EmrRow, openEmr } from "#lib/emr/account";
import { budgetOf, waitOf } from "#lib/emr/budget/budgets";
import { EmrError } from "#lib/emr/port/port";
import { type WatchedWrites, watchWrites } from "#lib/emr/port/watched-writes";
import { enterHeld } from "#lib/job-record/enter-held";
import { FreshJob } from "#lib/job-record/fresh-job";
import { lockJobs, type StoredJob, subjectView } from "#lib/job-record/stored-job";
import { waits, waitsBecause } from "#lib/job-record/waiting";
import { keepAnswer, leaveToLog, type Passed, passedOperation, passOn } from "#lib/jobs/passed-on/pass-on";
import { withdraw } from "#lib/jobs/passed-on/withdraw";
import { narrowConcurrency, withinConcurrency } from "#lib/jobs/runner/emr-concurrency";
import { countEnd } from "#lib/jobs/runner/metrics";
import { postponedBy, putOff } from "#lib/jobs/runner/put-off";
import { allInOrder } from "#lib/kernel/all-in-order";
import { present } from "#lib/kernel/clock";
import { reasonOf } from "#lib/kernel/failure-reasons";
import { logger } from "#lib/kernel/logger";
import { type Span, tracing } from "#lib/kernel/tracing";
import type { Leased } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";
import { wakeStreams } from "#lib/stream/message";
import { completeJob, type Result } from "./complete-job.ts";
import { endCutOff } from "./cut-off.ts";
import { leaveToPerson, putBack, storeFailure } from "./end-job.ts";
import { lookAgain } from "./look-again.ts";
import { type LookedUp, lookFirst, lookUp } from "./look-up.ts";
import { runnerOf } from "./open-job.ts";
import { cutOffReason } from "./origin.ts";
import { rowOf, type Situation } from "./outcome.ts";
import { type Prepared, prepareJob } from "./prepare.ts";
import { pauseAfter } from "./retry.ts";
import { accountOf, closeAttempt, type OpenAttempt, openingOf } from "./stored-attempt.ts";
import { storing } from "./storing.ts";

// An attempt at a job, from top to bottom: it begins, calls the EMR, decides what the answer means, and ends. It begins and ends
// in a transaction each, and none is open between them: if the process dies there, the next attempt closes it as lost.

interface Attempt extends OpenAttempt {
  runner: OperationRunner;
  account: EmrRow;
  prepared: Prepared;
  /** Its span; null while tracing is off. */
  span: Span | null;
}

/** An attempt that calls its EMR, and the signal of the process's end. */
interface UnderWay {
  attempt: Attempt;
  writes: WatchedWrites;
  stopping: AbortSignal;
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
    const attempt = await beginAttempt({ payload, entry });
    if (!attempt) return false;
    let wentWell = false;
    if (attempt === "left_to_person") await lookAgain(payload, payload.jobId);
    else if (attempt === "cut_off") await endCutOff(payload, payload.jobId, entry);
    else {
      wakeStreams(payload.linkedAccountId);
      const { span } = attempt;
      const run = () => runAttempt(attempt, stopping);
      wentWell = await (span ? span.around(run) : run());
    }
    wakeStreams(payload.linkedAccountId);
    return wentWell;
  });

/**
 * Makes an attempt that has begun and stores its outcome. Returns whether the EMR answered, so that its account's concurrency may
 * grow.
 */
async function runAttempt(attempt: Attempt, stopping: AbortSignal): Promise<boolean> {
  const purpose = attempt.definition.effect === "writes" ? "write" : "read";
  const writes = watchWrites(await openEmr(attempt.account, purpose));
  const underWay = { attempt, writes, stopping };
  const operation = passedOperation(attempt, writes);
  if (!operation) return runByCalls(underWay);
  const signal = () => AbortSignal.any([AbortSignal.timeout(EMR_DEADLINE_MS), stopping]);
  const passed = await passOn(attempt, operation, { writes, signal, stopping });
  return passed.kind === "read" ? runByCalls(underWay) : endPassed(underWay, passed);
}

/** Makes an attempt by the operation's own calls to the EMR, and stores its outcome. */
async function runByCalls(underWay: UnderWay): Promise<boolean> {
  const { attempt, writes, stopping } = underWay;
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
  await complete(known, result);
  return true;
}

const withoutDoubt = (attempt: Attempt): Attempt => ({ ...attempt, job: { ...attempt.job, ambiguous: false } });

// It begins.

/**
 * Tolerance for a queue entry that arrives before the job's next attempt is due; an earlier one is ignored, as another
 * entry was written for that time.
 */
const EARLY_MS = 1_000;

/**
 * Returns whether a job may begin an attempt: it has not ended, waits neither for another job nor for a person, and is
 * due.
 */
const mayBegin = ({ status, waitingFor, toReconcile, nextAttemptAt }: StoredJob, now: Date): boolean =>
  (status === "queued" || status === "running") &&
  waitingFor === null &&
  toReconcile === null &&
  !(nextAttemptAt && nextAttemptAt.getTime() > now.getTime() + EARLY_MS);

/** What names a job, with its queue entry. */
interface Beginning {
  payload: Payloads["operations"];
  entry: Leased | undefined;
}

/** What a queue entry comes to: an attempt, a job of which only the EMR is asked, or whose EMR must not be called any more (see endCutOff). */
type Begun = Attempt | "left_to_person" | "cut_off" | null;

/** Prepares a job whose row is still to be read; null if its writer was another process, or it waited for long. */
async function prepareFresh(tx: Transaction, entry: Leased | undefined): Promise<Prepared | null> {
  const fresh = entry?.carried;
  return fresh instanceof FreshJob ? prepareJob(runnerOf(fresh.subject.type), subjectView(tx, fresh.subject)) : null;
}

/** A job that was locked, if it exists, and what is known for its attempt. */
interface Locked {
  found: StoredJob | undefined;
  account: EmrRow | undefined;
  early: Prepared | null;
  entry: Leased | undefined;
}

/** Decides about one locked job, and prepares its attempt unless that is done. */
async function begin(tx: Transaction, { found, account, early, entry }: Locked): Promise<Ending<Begun>> {
  if (found?.toReconcile === "outcome_unknown") return { result: "left_to_person", writes: [] };
  const definition = found && findJobDefinition(found.type);
  const now = present();
  if (!account || !found || !definition) return { result: null, writes: [] };
  if (!mayBegin(found, now)) {
    await enterHeld(tx, found, now);
    return { result: null, writes: [] };
  }
  if (cutOffReason(found, account) !== null) return { result: "cut_off", writes: [] };

  const runner = runnerOf(definition.id);
  const prepared = early ?? (await prepareJob(runner, subjectView(tx, found)));
  const { writes, ...opened } = openingOf({ found, definition, account }, now);
  return { result: { ...opened, definition, entry, runner, account, prepared }, writes };
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
      allInOrder(all.map(({ entry }) => prepareFresh(tx, entry))),
    ]);
    return allInOrder(
      all.map(({ payload: { jobId }, entry }, index) =>
        begin(tx, { found: found.get(jobId), account, early: early[index] ?? null, entry }),
      ),
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
 * Returns whether the write of a job that the EMR turned out to hold is compared: that of a new record, also where its jobs stand in a
 * line, and of a schedule's visit.
 */
function isCompared({ job: { recordKey, type } }: Attempt): boolean {
  const { method, schedules } = findOperation(type) ?? {};
  return recordKey === null || method === "POST" || schedules === true;
}

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
  storing(underWay.attempt, async () => {
    const { attempt, writes, stopping } = underWay;
    const situation = situationOf(underWay, error);
    let { outcome } = rowOf(situation);
    let limit = error;
    if (outcome === "look") {
      const looked = await lookUp(writes.emr, attempt);
      if (looked.kind === "held") {
        const warnings = await comparedWarnings(attempt, writes, stopping);
        return complete(attempt, { ...looked.outcome, warnings });
      }
      if (looked.kind === "unknown" && looked.error) limit = looked.error;
      ({ outcome } = rowOf({ ...situation, found: foundOf(looked, writes) }));
    }
    const { message: reason, reasons, conflicts, retryAfterMs } = error;
    switch (outcome) {
      case "postponed":
      case "postponed_in_doubt":
        return postpone(attempt, limit, outcome === "postponed_in_doubt");
      case "again":
      case "again_in_doubt":
        return tryAgain(attempt, { retryAfterMs, ambiguous: outcome === "again_in_doubt", reason });
      case "refused":
      case "failed":
        return fail(attempt, { reason, reasons, conflicts, refused: outcome === "refused" });
      default:
        return leaveUnknown(attempt, reason);
    }
  });

// It ends.

/** Completes a job (see `completeJob`); keeps it if our database refuses the answer. */
const complete = (attempt: Attempt, result: Result): Promise<void> =>
  storing(attempt, () => completeJob(attempt, result));

/** Fails a job permanently, with its one failure event. */
async function fail(attempt: Attempt, failure: Omit<Parameters<typeof storeFailure>[2], "status">): Promise<void> {
  const failed = await closeAttempt(attempt, { outcome: "failed", reason: failure.reason }, (tx, reopened) =>
    storeFailure(tx, { ...attempt, ...reopened, attempts: attempt.number }, { ...failure, status: "failed" }),
  );
  if (failed) countEnd(attempt.definition.id, "failed", attempt.job.createdAt, present());
}

/** Puts a job back for its next attempt after the pause that its retry policy or the EMR asks for. */
async function tryAgain(
  attempt: Attempt,
  { retryAfterMs, ambiguous, reason }: { retryAfterMs: number | null; ambiguous: boolean; reason: string },
): Promise<void> {
  const { definition, number: attempts } = attempt;
  const pause = pauseAfter(attempts, { kind: "passing", retryAfterMs }, definition.retry) ?? 0;
  const change = { attempts, ambiguous, ...waitsBecause("attempt_failed", reason) };
  await closeAttempt(attempt, { outcome: "failed", reason, counted: "retried" }, (tx, { found }, now) =>
    putBack(tx, found, definition, { ...change, nextAttemptAt: new Date(now.getTime() + pause) }, now),
  );
}

/** Pause after a limit whose end the EMR does not state: most limits count calls per minute. */
const UNSTATED_LIMIT_MS = 60_000;

/** Puts a job back until its EMR allows calls again; this uses up no attempt. */
async function postpone(
  attempt: Attempt,
  { message: reason, retryAfterMs, loginRequired }: EmrError,
  ambiguous: boolean,
): Promise<void> {
  const { definition, job: begun } = attempt;
  await closeAttempt(attempt, { outcome: "postponed", reason }, (tx, { found }, now) => {
    const nextAttemptAt = postponedBy(retryAfterMs ?? UNSTATED_LIMIT_MS, now);
    const waiting = waits(loginRequired ? "login_lost" : "limit_reached");
    return putBack(tx, found, definition, { attempts: begun.attempts, ambiguous, nextAttemptAt, ...waiting }, now);
  });
}

/** Leaves a job whose write cannot be looked up to a person. */
async function leaveUnknown(attempt: Attempt, reason: string): Promise<void> {
  const waiting = waitsBecause("outcome_unknown", `Whether the EMR holds it is not known: ${reason}`);
  const why = { toReconcile: "outcome_unknown", ...waiting, attempts: attempt.number } as const;
  await closeAttempt(attempt, { outcome: "failed", reason }, (tx, reopened, now) =>
    leaveToPerson(tx, reopened, attempt.definition, why, now),
  );
}

/** Stores what became of an operation that was passed on whole. Returns whether the EMR answered. */
async function endPassed(underWay: UnderWay, passed: Exclude<Passed, { kind: "read" }>): Promise<boolean> {
  const { attempt } = underWay;
  const { definition, number: attempts } = attempt;
  switch (passed.kind) {
    case "accepted":
      await closeAttempt(attempt, { outcome: "succeeded", reason: null }, (tx, { found }, now) =>
        keepAnswer(tx, { found, definition, attempts }, passed, now),
      );
      return true;
    case "log_searched": {
      if (passed.error && (await withdrawn(attempt, passed.error))) return passed.error.kind === "validation";
      const { until, reason } = passed;
      await closeAttempt(attempt, { outcome: "failed", reason }, (tx, { found }, now) =>
        leaveToLog(tx, { found, definition, attempts }, until, now),
      );
      return passed.error?.kind === "validation";
    }
    case "not_sent":
      await failAttempt(underWay, passed.error);
      return false;
    case "failed": {
      const { error, isKnown } = passed;
      if (!(await withdrawn(attempt, error)))
        await failAttempt({ ...underWay, attempt: isKnown ? withoutDoubt(attempt) : attempt }, error);
      return error.kind === "validation";
    }
    case "unknown": {
      const { reason } = passed;
      if (definition.effect === "writes") await leaveUnknown(attempt, reason);
      else await fail(attempt, { reason, reasons: reasonOf("emr_unavailable", reason), refused: false });
      return false;
    }
  }
}

/** Rolls the closing of an attempt back. */
class StaysOpen extends Error {}

/** Withdraws the job if its caller still waits for the refusal. Returns whether that was so. */
async function withdrawn(attempt: Attempt, error: EmrError): Promise<boolean> {
  const { status, message, extra } = error;
  if (status === null) return false;
  let isWithdrawn = false;
  await closeAttempt(attempt, { outcome: "failed", reason: message, counted: null }, async (tx, reopened, now) => {
    isWithdrawn = await withdraw(tx, attempt.definition, reopened, { refusal: { status, message, extra }, now });
    // Without a waiting caller the attempt stays open, for another end.
    if (!isWithdrawn) throw new StaysOpen();
  }).catch((failure: unknown) => {
    if (!(failure instanceof StaysOpen)) throw failure;
  });
  return isWithdrawn;
}
