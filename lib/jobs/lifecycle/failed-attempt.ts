import type { EmrError } from "#lib/emr/port/port";
import type { WatchedWrites } from "#lib/emr/port/watched-writes";
import { waits, waitsBecause } from "#lib/job-record/waiting";
import { countAttempts, countEnd } from "#lib/jobs/runner/metrics";
import { postponedBy } from "#lib/jobs/runner/put-off";
import { present } from "#lib/kernel/clock";
import type { Leased } from "#lib/queue/leased";
import type { Attempt } from "./attempt.ts";
import { closeAttempt, leaveToPerson, putBack } from "./close-attempt.ts";
import { storeFailure } from "./end-job.ts";
import { lookUp } from "./look-up.ts";
import { completeJob, storing } from "./outcome.ts";
import { pauseAfter } from "./retry.ts";

/** Pause after a limit whose end the EMR does not state: most limits count calls per minute. */
const UNSTATED_LIMIT_MS = 60_000;

/** Why a job fails permanently. */
type FinalFailure = Omit<Parameters<typeof storeFailure>[2], "status">;

/** Fails a job permanently, with its one failure event. */
export async function failForGood(attempt: Attempt, failure: FinalFailure, entry?: Leased): Promise<void> {
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
  { pause, ambiguous, reason }: { pause: number; ambiguous: boolean; reason: string },
  entry?: Leased,
): Promise<void> {
  const { definition, number: attempts } = attempt;
  const how = { outcome: "failed", reason } as const;
  const change = { attempts, ambiguous, ...waitsBecause("attempt_failed", reason) };
  const closed = await closeAttempt(attempt, how, entry, (tx, { found }, now) =>
    putBack(tx, found, definition, { ...change, nextAttemptAt: new Date(now.getTime() + pause) }, now),
  );
  if (closed) countAttempts(definition.id, "retried");
}

/** Puts a job back until its EMR allows calls again; this uses up no attempt. */
async function postpone(
  attempt: Attempt,
  { message: reason, retryAfterMs, loginRequired }: EmrError,
  ambiguous: boolean,
  entry?: Leased,
): Promise<void> {
  const { definition, job: begun } = attempt;
  const closed = await closeAttempt(attempt, { outcome: "postponed", reason }, entry, (tx, { found }, now) => {
    const nextAttemptAt = postponedBy(retryAfterMs ?? UNSTATED_LIMIT_MS, now);
    const waiting = waits(loginRequired ? "login_lost" : "limit_reached");
    const change = { attempts: begun.attempts, ambiguous, nextAttemptAt, ...waiting };
    return putBack(tx, found, definition, change, now);
  });
  if (closed) countAttempts(definition.id, "postponed");
}

/** Leaves a job whose write cannot be looked up to a person. */
export async function leaveUnknown(attempt: Attempt, reason: string, entry?: Leased): Promise<void> {
  const waiting = waitsBecause("outcome_unknown", `Whether the EMR holds it is not known: ${reason}`);
  const why = { toReconcile: "outcome_unknown", ...waiting, attempts: attempt.number } as const;
  const left = await closeAttempt(attempt, { outcome: "failed", reason }, entry, (tx, reopened, now) =>
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
  const { message: reason, reasons, conflicts } = error;
  const isRefusal = error.kind === "validation";
  const looked = await lookUp(writes.emr, attempt);
  if (looked.kind === "held") return completeJob(attempt, looked.outcome, entry);

  if (looked.kind === "unknown" && looked.error?.limited) return postpone(attempt, looked.error, true, entry);

  // A refused step that the EMR holds was done: the next attempt continues after it.
  const wasDone = looked.kind === "begun" && looked.key === writes.refusedKey();
  const isKnown = looked.kind === "absent" || (looked.kind === "begun" && !inDoubt && !wasDone);
  if (isKnown && isRefusal) return failForGood(attempt, { reason, reasons, refused: true, conflicts }, entry);
  // The EMR cannot be searched and keeps no keys: only a person can settle the job.
  const isFinal = looked.kind === "unknown" && writes.emr.repeats === "never";
  const passing = { kind: "passing", retryAfterMs: error.retryAfterMs } as const;
  const pause = isFinal ? null : pauseAfter(attempt.number, passing, attempt.definition.retry);
  if (pause !== null) return tryAgain(attempt, { pause, ambiguous: !isKnown, reason }, entry);
  return isKnown
    ? failForGood(attempt, { reason, reasons, refused: false }, entry)
    : leaveUnknown(attempt, reason, entry);
}

/**
 * Stores a failed attempt: back to `queued` with the time of the next one, or `failed` with the failure event if the
 * error is permanent or no attempt is left. If the EMR may hold the write, from now or an earlier attempt, it is looked
 * up before the job ends; also after a refusal, as real EMRs report writes as refused that they have saved (decisions §6).
 */
export const failAttempt = (attempt: Attempt, failure: Failure, entry?: Leased): Promise<void> =>
  storing(attempt, entry, async () => {
    const { definition } = attempt;
    const { error, writes } = failure;
    const { message: reason, reasons, conflicts } = error;
    const { repeats } = writes.emr;
    const isRefusal = error.kind === "validation";
    const inDoubt =
      definition.effect === "writes" &&
      (attempt.job.ambiguous || (writes.mayHaveWritten() && !(isRefusal && error.notDone)));
    if (error.limited) return postpone(attempt, error, inDoubt, entry);
    if (error.isSettled) return failForGood(attempt, { reason, reasons, refused: true, conflicts }, entry);

    const pause = pauseAfter(attempt.number, error, definition.retry);
    const isAtEnd = pause === null || repeats === "never";
    if (inDoubt && isAtEnd) return settle(attempt, failure, inDoubt, entry);
    if (writes.refusedKey() !== null && isRefusal && repeats !== "never")
      return settle(attempt, failure, inDoubt, entry);
    if (pause === null) return failForGood(attempt, { reason, reasons, refused: isRefusal, conflicts }, entry);
    return tryAgain(attempt, { pause, ambiguous: inDoubt, reason }, entry);
  });
