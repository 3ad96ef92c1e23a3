import PQueue from "p-queue";
import { singleton } from "#lib/kernel/singleton";

/** Limit of one account's jobs at a time in a process. */
export const MAX_AT_ONCE = 12;

/** Concurrency from which an account whose EMR had asked for a pause is not limited any more. */
const MAX_NARROWED = 6;

/** Successful attempts, per concurrent job, before the concurrency grows by one. */
const GOOD_PER_JOB = 5;

interface Limit {
  queue: PQueue;
  /** Successful attempts since the queue's concurrency was last changed. */
  good: number;
}

/** Accounts whose EMR recently asked this process for a pause. */
const narrowed = () => singleton("emr-concurrency", () => new Map<string, Limit>());

/**
 * Limits an account to one job at a time after its EMR asked for a pause: concurrent jobs would share the few allowed
 * calls so that none completes.
 */
export function narrowConcurrency(linkedAccountId: string): void {
  const limit = narrowed().get(linkedAccountId) ?? { queue: new PQueue(), good: 0 };
  limit.queue.concurrency = 1;
  limit.good = 0;
  narrowed().set(linkedAccountId, limit);
}

/** Raises the concurrency by one after enough successful attempts, and finally removes the limit. */
function widen(linkedAccountId: string, limit: Limit): void {
  if (++limit.good < GOOD_PER_JOB * limit.queue.concurrency) return;
  limit.good = 0;
  limit.queue.concurrency++;
  if (limit.queue.concurrency < MAX_NARROWED) return;
  narrowed().delete(linkedAccountId);
  limit.queue.concurrency = Number.POSITIVE_INFINITY;
}

/**
 * Runs an attempt at once, or within the account's limit if its EMR recently asked for a pause. `attempt` returns whether the
 * EMR answered.
 */
export async function withinConcurrency(linkedAccountId: string, attempt: () => Promise<boolean>): Promise<void> {
  const limit = narrowed().get(linkedAccountId);
  if (!limit) return void (await attempt());
  await limit.queue.add(async () => {
    if (await attempt()) widen(linkedAccountId, limit);
  });
}
