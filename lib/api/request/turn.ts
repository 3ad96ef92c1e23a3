import PQueue from "p-queue";
import { singleton } from "#lib/kernel/singleton";

/** The requests of this process that are at work or wait, by name. */
const queues = () => singleton("turns", () => new Map<string, PQueue>());

interface Patience {
  withinMs: number;
  /** Makes the error that is thrown if the turn has not come by then. */
  late: () => Error;
}

/**
 * Runs `work` once all work that this process was given earlier under the same name has ended, in success or failure.
 * Throws `late()` if it could not begin in time; it is then skipped.
 */
export async function inTurn<Result>(name: string, patience: Patience, work: () => Promise<Result>): Promise<Result> {
  const queue = queues().get(name) ?? new PQueue({ concurrency: 1 });
  queues().set(name, queue);
  const impatience = new AbortController();
  const timer = setTimeout(() => impatience.abort(patience.late()), patience.withinMs);
  const begin = () => {
    clearTimeout(timer);
    return work();
  };
  try {
    return await queue.add(begin, { signal: impatience.signal });
  } finally {
    if (queue.size + queue.pending === 0 && queues().get(name) === queue) queues().delete(name);
  }
}
