import PQueue from "p-queue";
import { singleton } from "#lib/kernel/singleton";

/** Limit of one account's jobs at a time in a process. */
export const MAX_AT_ONCE = 12;

/** Concurrency from which an account whose EMR had asked for a pause is not limited any more. */
const MAX_NARROWED = 6;

/** Successful attempts, per concurrent job, before the concurrency grows by one. */
const GOOD_PER_TURN = 5;

interface Turns {
  queue: PQueue;
  /** Successful attempts since the queue's concurrency was last changed. */
  good: number;
}

/** Accounts whose EMR recently asked this process for a pause. */
const narrowed = () => singleton("emr-turns", () => new Map<string, Turns>());

/**
 * Limits an account to one job at a time after its EMR asked for a pause: concurrent jobs would share the few allowed
 * calls so that none completes.
 */
export function narrowTurns(linkedAccountId: string): void {
  const turns = narrowed().get(linkedAccountId) ?? { queue: new PQueue(), good: 0 };
  turns.queue.concurrency = 1;
  turns.good = 0;
  narrowed().set(linkedAccountId, turns);
}

/** Raises the concurrency by one after enough successful attempts, and finally removes the limit. */
function widen(linkedAccountId: string, turns: Turns): void {
  if (++turns.good < GOOD_PER_TURN * turns.queue.concurrency) return;
  turns.good = 0;
  turns.queue.concurrency++;
  if (turns.queue.concurrency < MAX_NARROWED) return;
  narrowed().delete(linkedAccountId);
  turns.queue.concurrency = Number.POSITIVE_INFINITY;
}

/**
 * Runs an attempt at once, or in turn if the account's EMR recently asked for a pause. `attempt` returns whether the
 * EMR answered.
 */
export async function inEmrTurn(linkedAccountId: string, attempt: () => Promise<boolean>): Promise<void> {
  const turns = narrowed().get(linkedAccountId);
  if (!turns) return void (await attempt());
  await turns.queue.add(async () => {
    if (await attempt()) widen(linkedAccountId, turns);
  });
}
