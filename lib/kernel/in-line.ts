import { singleton } from "./singleton.ts";

/** The end of the last work of each line of this process. */
const lines = () => singleton("lines", () => new Map<string, Promise<unknown>>());

/**
 * Does the work of a line one after the other within this process, in the order of the calls: what would wait for one lock of the
 * database waits without a connection, so that it keeps none from others. Settles as `work` does.
 */
export async function inLine<Result>(line: string, work: () => Promise<Result>): Promise<Result> {
  const all = lines();
  const done = (all.get(line) ?? Promise.resolve()).then(work);
  const end = done.catch(() => undefined);
  all.set(line, end);
  try {
    return await done;
  } finally {
    if (all.get(line) === end) all.delete(line);
  }
}
