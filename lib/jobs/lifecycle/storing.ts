import { isDatabaseAway } from "#lib/db/unavailable";
import type { RetryPolicy } from "#lib/definitions/operation";
import { waitsBecause } from "#lib/job-record/waiting";
import { logger } from "#lib/kernel/logger";
import { leaveToPerson, putBack } from "./end-job.ts";
import { pauseAfter } from "./retry.ts";
import { closeAttempt, type OpenAttempt } from "./stored-attempt.ts";
import { unstorableReason } from "./unstorable.ts";

/** Retries of a job whose response could not be stored here, with growing pauses (decisions §6). */
const UNSTORED_RETRY: RetryPolicy = { attempts: 5, firstPauseMs: 5_000, maxPauseMs: 240_000 };

/**
 * Runs `store`. If our database refuses the data (a constraint, a character, an event outside its schema), the attempt
 * is closed as `unstored` and the job is retried; after the fifth time a person has to reconcile it. Throws if the
 * database is unavailable.
 */
export async function storing(attempt: OpenAttempt, store: () => Promise<void>): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    logger.error(
      { operation: attempt.job.type, job_id: attempt.job.id, error_name: (error as Error).name },
      "the EMR's response could not be stored",
    );
    await keepUnstored(attempt, unstorableReason(error));
  }
}

/** Records that the EMR's response could not be stored: retries after a pause, or leaves the job to a person. */
async function keepUnstored(attempt: OpenAttempt, reason: string): Promise<void> {
  const { definition, job: begun } = attempt;
  const { attempts } = begun;
  const unstored = begun.unstored + 1;
  const pause = pauseAfter(unstored, { kind: "passing", retryAfterMs: null }, UNSTORED_RETRY);
  const change = { attempts, unstored, ...waitsBecause("answer_not_stored", reason) };
  await closeAttempt(attempt, { outcome: "unstored", reason }, (tx, reopened, now) => {
    if (pause === null) return leaveToPerson(tx, reopened, definition, { toReconcile: "not_stored", ...change }, now);
    const nextAttemptAt = new Date(now.getTime() + pause);
    return putBack(tx, reopened.found, definition, { ...change, ambiguous: true, nextAttemptAt }, now);
  });
}
