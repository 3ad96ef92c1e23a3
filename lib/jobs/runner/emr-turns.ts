import PQueue from "p-queue";
import { singleton } from "#lib/kernel/singleton";

/** The most jobs of one account that a process works on at a time. */
export const MOST_AT_ONCE = 6;

/** As many attempts for each of the jobs at a time must go well before one more job is let through. */
const GOOD_PER_TURN = 5;

interface Turns {
  queue: PQueue;
  /** Attempts that went well since the queue's concurrency was last changed. */
  good: number;
}

/** The accounts whose EMR lately asked this process for time. */
const narrowed = () => singleton("emr-turns", () => new Map<string, Turns>());

/**
 * Limits an account to one job at a time from now on: its EMR asked for time, and several jobs would share out the calls
 * that it allows so that none gets all that it needs.
 */
export function narrowTurns(linkedAccountId: string): void {
  const turns = narrowed().get(linkedAccountId) ?? { queue: new PQueue(), good: 0 };
  turns.queue.concurrency = 1;
  turns.good = 0;
  narrowed().set(linkedAccountId, turns);
}

/** Lets one more job through at a time after enough good attempts, and at last all. */
function widen(linkedAccountId: string, turns: Turns): void {
  if (++turns.good < GOOD_PER_TURN * turns.queue.concurrency) return;
  turns.good = 0;
  turns.queue.concurrency++;
  if (turns.queue.concurrency < MOST_AT_ONCE) return;
  narrowed().delete(linkedAccountId);
  turns.queue.concurrency = Number.POSITIVE_INFINITY;
}

/**
 * Runs an attempt at a job: at once, unless the EMR of its account lately asked for time. `attempt` returns whether the EMR
 * answered what it was asked.
 */
export async function inEmrTurn(linkedAccountId: string, attempt: () => Promise<boolean>): Promise<void> {
  const turns = narrowed().get(linkedAccountId);
  if (!turns) return void (await attempt());
  await turns.queue.add(async () => {
    if (await attempt()) widen(linkedAccountId, turns);
  });
}
