import { singleton } from "./singleton.ts";

/** What this process knows of the database's clock. */
interface Known {
  /** Milliseconds between the start of this process's monotonic clock and 1970; null before the clock was read. */
  origin: number | null;
  /** The latest time that was asked for: time goes on, although a second reading may be a little earlier. */
  last: number;
}

const known = () => singleton("clock", (): Known => ({ origin: null, last: 0 }));

/**
 * Takes in a reading of the database's clock, which now shows a time between two bounds, in milliseconds since 1970. What
 * was known stands if it lies between them: a slow reading must not make worse what a fast one told.
 */
export function learnTime(earliest: number, latest: number): void {
  const clock = known();
  const now = performance.now();
  const stands = clock.origin !== null && clock.origin + now >= earliest && clock.origin + now <= latest;
  if (!stands) clock.origin = (earliest + latest) / 2 - now;
}

/**
 * Returns the time by the database's clock in milliseconds since 1970, for all that decides on the age or the order of
 * stored rows: processes whose own clocks differ agree on it. Before that clock was read, the process's own.
 */
export function presentMs(): number {
  const clock = known();
  if (clock.origin === null) return Date.now();
  clock.last = Math.max(clock.last, Math.floor(clock.origin + performance.now()));
  return clock.last;
}

/** Returns the time by the database's clock (see `presentMs`). */
export const present = (): Date => new Date(presentMs());

/** Returns by how many milliseconds the process's own clock is ahead of the database's; null before that was read. */
export function clockAheadMs(): number | null {
  const { origin } = known();
  return origin === null ? null : Date.now() - (origin + performance.now());
}
