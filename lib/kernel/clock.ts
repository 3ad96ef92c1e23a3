import { singleton } from "./singleton.ts";

/** What this process knows of the database's clock. */
interface Known {
  /** Milliseconds between the start of this process's monotonic clock and 1970; null before the clock was read. */
  origin: number | null;
  /** The latest time that was asked for: time goes on, although a second reading may be a little earlier. */
  last: number;
}

const known = () => singleton("clock", (): Known => ({ origin: null, last: 0 }));

/** Sets the time of the database's clock, in milliseconds since 1970, as it is now. */
export function setClock(databaseMs: number): void {
  known().origin = databaseMs - performance.now();
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
