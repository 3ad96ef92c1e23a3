import { alone, type Batching, batched, type Ending } from "#lib/db/batches";
import { jobAttempt } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { isDatabaseAway } from "#lib/db/unavailable";
import { updateOf } from "#lib/db/write";
import type { RetryPolicy } from "#lib/definitions/operation";
import { waitsBecause } from "#lib/job-record/waiting";
import { countAttempts, countEnd } from "#lib/jobs/runner/metrics";
import { allInOrder } from "#lib/kernel/all-in-order";
import { present } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import type { Leased } from "#lib/queue/leased";
import { type Attempt, reopen } from "./attempt.ts";
import { closeAttempt, leaveToPerson, putBack } from "./close-attempt.ts";
import { completionOf, type Ending as JobEnding, outcomeAudiences, storeFailure } from "./end-job.ts";
import { ENDED_BY_MOVE, MOVED } from "./origin.ts";
import { pauseAfter } from "./retry.ts";
import { unstorableReason } from "./unstorable.ts";

/** Retries of a job whose response could not be stored here, with growing pauses (decisions §6). */
const UNSTORED_RETRY: RetryPolicy = { attempts: 5, firstPauseMs: 5_000, maxPauseMs: 240_000 };

/**
 * The result of an operation's run, or the EMR's id of the record that it turned out to hold; with what the EMR keeps otherwise
 * than it was sent.
 */
export type Outcome = ({ result: unknown } | { emrId: string }) & { warnings?: readonly string[] };

/**
 * Runs `store`. If our database refuses the data (a constraint, a character, an event outside its schema), the attempt
 * is closed as `unstored` and the job is retried; after the fifth time a person has to reconcile it. Throws if the
 * database is unavailable.
 */
export async function storing(attempt: Attempt, entry: Leased | undefined, store: () => Promise<void>): Promise<void> {
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

interface Completing {
  attempt: Attempt;
  outcome: Outcome;
  entry: Leased | undefined;
}

/** The end of a job, and its time. */
interface Ended {
  at: Date;
  status: "completed" | "failed";
}

/** Fails a job whose answer is of an EMR that the account no longer leads to: what was read there is not stored. */
async function failMoved(tx: Transaction, ending: JobEnding, { attempt, entry }: Completing): Promise<Ending<Ended>> {
  await storeFailure(tx, ending, { status: "failed", ...ENDED_BY_MOVE, refused: true });
  const at = present();
  const closed = updateOf(jobAttempt, attempt.id, { endedAt: at, outcome: "failed", reason: MOVED });
  return { result: { at, status: "failed" }, writes: [closed, ...(entry ? [entry.completion] : [])] };
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
      const { attempt, outcome, entry } = completing;
      const open = reopened[index];
      if (!open) return { result: null, writes: [] };
      const ending = { ...attempt, ...open, attempts: attempt.number };
      if (open.moved && attempt.definition.effect !== "writes") return failMoved(tx, ending, completing);
      const { at, writes } = await completionOf(tx, ending, outcome, audiences[index] ?? null);
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

/**
 * Completes a job in one transaction (decisions §6): result, domain record, events, deliveries and the end of the queue
 * entry are committed together or not at all. Writes of new records share it with others of the account that end at the
 * same time; an operation that changes a record, or stores what it has read, locks rows that others may need first.
 */
export const completeJob = (attempt: Attempt, outcome: Outcome, entry?: Leased): Promise<void> =>
  storing(attempt, entry, async () => {
    const { definition } = attempt;
    const completing = { attempt, outcome, entry };
    const isOnItsOwn = definition.effect !== "writes" || attempt.job.recordKey !== null;
    const ended = await (isOnItsOwn ? alone(completions, completing) : completeTogether(completing));
    if (!ended) return;
    countAttempts(definition.id, ended.status === "completed" ? "succeeded" : "failed");
    countEnd(definition.id, ended.status, attempt.job.createdAt, ended.at);
  });

/** Records that the EMR's response could not be stored: retries after a pause, or leaves the job to a person. */
async function keepUnstored(attempt: Attempt, reason: string, entry?: Leased): Promise<void> {
  const { attempts } = attempt.job;
  const unstored = attempt.job.unstored + 1;
  const pause = pauseAfter(unstored, { kind: "passing", retryAfterMs: null }, UNSTORED_RETRY);
  const waiting = waitsBecause("answer_not_stored", reason);
  const closed = await closeAttempt(attempt, { outcome: "unstored", reason }, entry, async (tx, reopened, now) => {
    if (pause === null) {
      const why = { toReconcile: "not_stored", ...waiting, attempts, unstored } as const;
      return leaveToPerson(tx, reopened, attempt.definition, why, now);
    }
    const nextAttemptAt = new Date(now.getTime() + pause);
    await putBack(
      tx,
      reopened.found,
      attempt.definition,
      { attempts, ambiguous: true, unstored, nextAttemptAt, ...waiting },
      now,
    );
  });
  if (closed) countAttempts(attempt.definition.id, "unstored");
}
