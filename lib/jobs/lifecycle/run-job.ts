import { stepKeyOf } from "#lib/definitions/write-keys";
import { openEmr } from "#lib/emr/account";
import { budgetOf, waitOf } from "#lib/emr/budget/budgets";
import { type EmrConnection, EmrError } from "#lib/emr/port/port";
import { type WatchedWrites, watchWrites } from "#lib/emr/port/watched-writes";
import { FreshJob } from "#lib/job-record/fresh-job";
import { passedOperation, passOn } from "#lib/jobs/passed-on/pass-on";
import { inEmrTurn, narrowTurns } from "#lib/jobs/runner/emr-turns";
import { putOff } from "#lib/jobs/runner/put-off";
import { logger } from "#lib/kernel/logger";
import { tracing } from "#lib/kernel/tracing";
import type { Leased } from "#lib/queue/leased";
import type { Payloads } from "#lib/queue/payloads";
import { wakeStreams } from "#lib/stream/wake";
import { type Attempt, beginAttempt, CUT_OFF, LEFT_TO_PERSON } from "./attempt.ts";
import { endCutOff } from "./cut-off.ts";
import { failAttempt } from "./failed-attempt.ts";
import { lookAgain } from "./look-again.ts";
import { type LookedUp, lookUp } from "./look-up.ts";
import { completeJob, type Outcome } from "./outcome.ts";

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

/**
 * Runs one attempt and stores its outcome. Returns whether the EMR answered, so that its account's concurrency may
 * grow.
 */
async function runAttempt(attempt: Attempt, stopping: AbortSignal, entry?: Leased): Promise<boolean> {
  const purpose = attempt.definition.effect === "writes" ? "write" : "read";
  const writes = watchWrites(await openEmr(attempt.account, purpose));
  const run = () => runByCalls(attempt, writes, stopping, entry);
  const operation = passedOperation(attempt, writes);
  if (!operation) return run();
  const signal = () => AbortSignal.any([AbortSignal.timeout(EMR_DEADLINE_MS), stopping]);
  return passOn(attempt, operation, { writes, signal, stopping }, { run, entry });
}

/** Compares a new record that was found by its key with what was asked for. Returns what differs; that it is held is known. */
async function comparedWarnings(attempt: Attempt, { emr }: WatchedWrites, stopping: AbortSignal) {
  if (!emr.comparing || attempt.job.recordKey !== null) return [];
  const comparing = watchWrites({ ...emr, ...emr.comparing });
  await callEmr(attempt, comparing, { begun: null, stopping }).catch(() => stopping.throwIfAborted());
  return comparing.warnings();
}

/** Runs an attempt by the operation's own calls to the EMR, and stores its outcome. */
async function runByCalls(
  begun: Attempt,
  writes: WatchedWrites,
  stopping: AbortSignal,
  entry: Leased | undefined,
): Promise<boolean> {
  const { linkedAccountId } = begun.job;
  let attempt = begun;
  let outcome: Outcome;
  try {
    const looked = begun.job.ambiguous ? await lookFirst(writes.emr, begun, stopping) : null;
    if (looked?.kind === "absent") attempt = { ...begun, job: { ...begun.job, ambiguous: false } };
    const begunAs = looked?.kind === "begun" ? looked.emrId : null;
    outcome =
      looked?.kind === "held"
        ? { ...looked.outcome, warnings: await comparedWarnings(attempt, writes, stopping) }
        : { result: await callEmr(attempt, writes, { begun: begunAs, stopping }), warnings: writes.warnings() };
  } catch (error) {
    if (!(error instanceof EmrError) || stopping.aborted) throw error;
    begun.span?.fail(error.kind);
    if (error.retryAfterMs) {
      if (!error.limited) await budgetOf(attempt.account).pause(error.retryAfterMs);
      narrowTurns(linkedAccountId);
    }
    await failAttempt(attempt, { error, writes }, entry);
    return error.kind === "validation";
  }
  await completeJob(attempt, outcome, entry);
  return true;
}

/**
 * Runs one attempt at a job, from its queue entry to its outcome. While the account's EMR has asked for a pause
 * (Retry-After), the job is postponed instead; afterwards it waits for its turn. A job that is left to a person is only
 * looked up again. Throws only if our own database fails
 * or the process stops; the queue then returns the entry. After `stopping` an unfinished attempt stays open and counts
 * as lost.
 */
export const runJob = (payload: Payloads["operations"], stopping: AbortSignal, entry?: Leased): Promise<void> =>
  inEmrTurn(payload.linkedAccountId, async () => {
    stopping.throwIfAborted();
    const pause = waitOf(payload.linkedAccountId);
    if (pause > 0) {
      await putOff(payload, pause);
      return false;
    }
    const attempt = await beginAttempt({ payload, fresh: entry?.carried instanceof FreshJob ? entry.carried : null });
    if (!attempt) return false;
    if (attempt === LEFT_TO_PERSON) {
      await lookAgain(payload, payload.jobId);
      wakeStreams(payload.linkedAccountId);
      return false;
    }
    if (attempt === CUT_OFF) {
      await endCutOff(payload, payload.jobId, entry);
      wakeStreams(payload.linkedAccountId);
      return false;
    }
    wakeStreams(payload.linkedAccountId);
    const { span } = attempt;
    const wentWell = await (span
      ? span.around(() => runAttempt(attempt, stopping, entry))
      : runAttempt(attempt, stopping, entry));
    wakeStreams(payload.linkedAccountId);
    return wentWell;
  });
