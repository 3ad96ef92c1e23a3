const SHORT = 100_000;
const LONG = 1_000_000;
const MOST_TIMES = 15;
const RUNS = 6;

/** The system counts a thread's time in steps of several milliseconds, so that a time as small as this says nothing. */
const SMALL_MS = 250;
/** So long takes no text of 100 kB; a longer one is then not tried. */
const MOST_SHORT_MS = 500;

/** Returns the processor's time that this thread takes, in milliseconds: what others do on the machine does not count. */
function milliseconds(work: () => unknown): number {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}

/** Returns the shortest time of some runs in milliseconds; a run of at most `enough` is the last. */
export function shortest(work: () => unknown, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least > enough; run++) least = Math.min(least, milliseconds(work));
  return least;
}

/** Returns a group of characters, repeated, as the one piece of memory that a received text is. */
export const repeated = (group: string, length: number): string =>
  Buffer.from(group.repeat(length / group.length)).toString();

/**
 * Tells whether a text of 1 MB takes more than 15 times as long as one of 100 kB, both of the same group of characters.
 * What grows with the square of the length takes a hundred times as long.
 */
export function growsTooFast(read: (text: string) => unknown, group: string): boolean {
  const timed = (length: number, enough: number) => {
    const text = repeated(group, length);
    return shortest(() => read(text), enough);
  };
  const shortMs = timed(SHORT, SMALL_MS);
  if (shortMs > MOST_SHORT_MS) return true;
  const longMs = SMALL_MS + MOST_TIMES * shortMs;
  return timed(LONG, longMs) > longMs;
}
