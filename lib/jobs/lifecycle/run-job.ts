import { stepKeyOf } from "#lib/definitions/write-keys";
import { connectEmr } from "#lib/emr/connect";
import { EmrError } from "#lib/emr/port/port";
import { type WatchedWrites, watchWrites } from "#lib/emr/port/watched-writes";
import { emrPauseOf, noteEmrPause, putOff } from "#lib/jobs/runner/emr-pause";
import { narrowTurns, takeTurn } from "#lib/jobs/runner/emr-turns";
import { logger } from "#lib/kernel/logger";
import type { Leased } from "#lib/queue/leased";
import type { Payloads } from "#lib/queue/queues";
import { wakeStreams } from "#lib/stream/wake";
import { type Attempt, beginAttempt } from "./attempt.ts";
import { completeJob, failAttempt } from "./outcome.ts";

/** An EMR that has not answered by then is taken to be out. */
const EMR_DEADLINE_MS = 30_000;

/** What the EMR's side threw, as one of the two kinds; what we don't know counts as passing. */
function asEmrError(error: unknown, deadline: AbortSignal): EmrError {
  if (error instanceof EmrError) return error;
  if (deadline.aborted) return new EmrError("passing", `The EMR did not answer within ${EMR_DEADLINE_MS / 1000} s`);
  return new EmrError("passing", "The connection to the EMR failed");
}

async function speakToEmr(attempt: Attempt, { emr }: WatchedWrites, stopping: AbortSignal): Promise<unknown> {
  if ("refused" in attempt.prepared) throw attempt.prepared.refused;
  const deadline = AbortSignal.timeout(EMR_DEADLINE_MS);
  try {
    return await attempt.runner.run(attempt.prepared.value, {
      emr,
      idempotencyKey: attempt.job.emrIdempotencyKey,
      stepKey: (step) => stepKeyOf(attempt.job.emrIdempotencyKey, step),
      signal: AbortSignal.any([deadline, stopping]),
    });
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

/** One attempt to its outcome; whether the EMR answered what it was asked. */
async function runAttempt(attempt: Attempt, stopping: AbortSignal, entry?: Leased): Promise<boolean> {
  const { linkedAccountId } = attempt.job;
  const writes = watchWrites(connectEmr({ id: linkedAccountId, emrType: attempt.emrType }));
  let result: unknown;
  try {
    result = await speakToEmr(attempt, writes, stopping);
  } catch (error) {
    if (!(error instanceof EmrError) || stopping.aborted) throw error;
    if (error.retryAfterMs) {
      noteEmrPause(linkedAccountId, error.retryAfterMs);
      narrowTurns(linkedAccountId);
    }
    await failAttempt(attempt, error, writes.mayHaveWritten(), entry);
    return error.kind === "validation";
  }
  await completeJob(attempt, { result }, entry);
  return true;
}

/**
 * One attempt at a job, from the queue's entry to its outcome; while the EMR of its account asked for time it is put off
 * instead, and afterwards waits for its turn. Throws only where our own database failed, or at the end of the process; the
 * queue then brings the entry back. After `stopping` an unfinished attempt stays open and counts as lost.
 */
export async function runJob(payload: Payloads["operations"], stopping: AbortSignal, entry?: Leased): Promise<void> {
  const endTurn = await takeTurn(payload.linkedAccountId);
  let wentWell = false;
  try {
    stopping.throwIfAborted();
    const pause = emrPauseOf(payload.linkedAccountId);
    if (pause > 0) return await putOff(payload, pause);
    const attempt = await beginAttempt(payload);
    if (!attempt) return;
    wakeStreams(payload.linkedAccountId);
    wentWell = await runAttempt(attempt, stopping, entry);
    wakeStreams(payload.linkedAccountId);
  } finally {
    endTurn(wentWell);
  }
}
