import PQueue from "p-queue";
import { singleton } from "./singleton.ts";

/** The work at hand and waiting of this process, by line. */
const lines = () => singleton("lines", () => new Map<string, PQueue>());

interface Patience {
  withinMs: number;
  /** Creates the error that is thrown if the work could not begin in time. */
  late: () => Error;
}

/**
 * Does the work of a line one after the other within this process, in the order of the calls: what would wait for one lock of the
 * database waits without a connection, so that it keeps none from others. Settles as `work` does. With patience, throws `late()`
 * and skips the work if it could not begin in time.
 */
export async function inLine<Result>(name: string, work: () => Promise<Result>, patience?: Patience): Promise<Result> {
  const line = lines().get(name) ?? new PQueue({ concurrency: 1 });
  lines().set(name, line);
  const impatience = new AbortController();
  const timer = patience && setTimeout(() => impatience.abort(patience.late()), patience.withinMs);
  const begin = () => {
    clearTimeout(timer);
    return work();
  };
  try {
    return await line.add(begin, { signal: impatience.signal });
  } finally {
    if (line.size + line.pending === 0 && lines().get(name) === line) lines().delete(name);
  }
}
