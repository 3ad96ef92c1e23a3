import { alone, type Batching, batched, type Ending } from "#lib/db/batches";
import { jobAttempt } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { updateOf, type Write } from "#lib/db/write";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrRow } from "#lib/emr/account";
import { isLined } from "#lib/job-record/record-order";
import { countAttempts, countEnd } from "#lib/jobs/runner/metrics";
import { allInOrder } from "#lib/kernel/all-in-order";
import { present } from "#lib/kernel/clock";
import { completionOf, type Ending as JobEnding, outcomeAudiences, storeFailure } from "./end-job.ts";
import { ENDED_BY_MOVE, MOVED } from "./origin.ts";
import { type OpenAttempt, reopen } from "./stored-attempt.ts";

/**
 * The result of an operation's run, or the EMR's id of the record that it turned out to hold; with what the EMR keeps otherwise
 * than it was sent.
 */
export type Result = ({ result: unknown } | { emrId: string }) & { warnings?: readonly string[] };

/** An attempt that went well. */
interface Completed extends OpenAttempt {
  runner: OperationRunner;
  account: EmrRow;
}

interface Completing {
  attempt: Completed;
  result: Result;
}

/** The completion of the attempt's queue entry, the last write of its transaction. */
const completionsOf = ({ entry }: OpenAttempt): Write[] => (entry ? [entry.completion] : []);

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
      const { attempt, result } = completing;
      const open = reopened[index];
      if (!open) return { result: null, writes: [] };
      const ending = { ...attempt, ...open, attempts: attempt.number };
      if (open.moved && attempt.definition.effect !== "writes") return failMoved(tx, ending, completing);
      const { at, writes } = await completionOf(tx, ending, result, audiences[index] ?? null);
      const succeeded = updateOf(jobAttempt, attempt.id, { endedAt: at, outcome: "succeeded" });
      return {
        result: { at, status: "completed" },
        writes: [succeeded, ...writes, ...completionsOf(attempt)],
      };
    });
    return allInOrder(endings);
  },
};

const completeTogether = batched(completions);

/** Fails a job whose answer is of an EMR that the account no longer leads to: what was read there is not stored. */
async function failMoved(tx: Transaction, ending: JobEnding, { attempt }: Completing): Promise<Ending<Ended>> {
  await storeFailure(tx, ending, { status: "failed", ...ENDED_BY_MOVE, refused: true });
  const at = present();
  const closed = updateOf(jobAttempt, attempt.id, { endedAt: at, outcome: "failed", reason: MOVED });
  return { result: { at, status: "failed" }, writes: [closed, ...completionsOf(attempt)] };
}

/**
 * Completes a job in one transaction (decisions §6): result, domain record, events, deliveries and the end of the queue
 * entry are committed together or not at all. Writes of new records share it with others of the account that end at the
 * same time; an operation that changes a record, or stores what it has read, locks rows that others may need first. Does
 * nothing if another process has taken the attempt over.
 */
export async function completeJob(attempt: Completed, result: Result): Promise<void> {
  const { definition, job: begun } = attempt;
  const isOnItsOwn = definition.effect !== "writes" || isLined(begun);
  const ended = await (isOnItsOwn ? alone(completions, { attempt, result }) : completeTogether({ attempt, result }));
  if (!ended) return;
  countAttempts(definition.id, ended.status === "completed" ? "succeeded" : "failed");
  countEnd(definition.id, ended.status, begun.createdAt, ended.at);
}
