import PQueue from "p-queue";
import { singleton } from "#lib/kernel/singleton";

/** The running and waiting requests of this process, by name. */
const queues = () => singleton("serialized-requests", () => new Map<string, PQueue>());

interface Patience {
  withinMs: number;
  /** Creates the error that is thrown if the work could not begin in time. */
  late: () => Error;
}

/**
 * Runs `work` after all earlier work of this process under the same name has ended, in success or failure. Throws
 * `late()` and skips the work if it could not begin in time.
 */
export async function serialized<Result>(
  name: string,
  patience: Patience,
  work: () => Promise<Result>,
): Promise<Result> {
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
