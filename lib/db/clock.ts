import { sql } from "drizzle-orm";
import { clockAheadMs, learnTime } from "#lib/kernel/clock";
import { singleton } from "#lib/kernel/singleton";
import { appPool } from "./pool.ts";
import { withoutTenant } from "./without-tenant.ts";

/** Time between two readings. */
const EVERY_MS = 10_000;

/** An answer that took longer says too little about the moment at which the clock was read. */
const MAX_ROUND_TRIP_MS = 1_000;

/** A process that starts reads until an answer is as fast as this, since it is slow itself, but not more often than this. */
const FAST_MS = 10;
const FIRST_READINGS = 5;

/** Greatest difference between the process's own clock and the database's that is no fault. */
export const MAX_DIFFERENCE_MS = 60_000;

/** Reads the database's clock for this process (see `presentMs`). Returns how long it took. Throws DatabaseUnavailable. */
export async function readClock(): Promise<number> {
  const asked = performance.now();
  const [row] = await withoutTenant<{ ms: string }>(sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`);
  const took = performance.now() - asked;
  const isFirst = clockAheadMs() === null;
  if (row && (isFirst || took <= MAX_ROUND_TRIP_MS)) learnTime(Number(row.ms), Number(row.ms) + took);
  return took;
}

/** Returns by how many milliseconds the process's clock is ahead of the database's, if that is a fault; otherwise null. */
export function clockFault(): number | null {
  const ahead = clockAheadMs();
  return ahead !== null && Math.abs(ahead) > MAX_DIFFERENCE_MS ? ahead : null;
}

/** Reads the clock. While the database is away, which those who need it report, the time goes on by the monotonic clock. */
const tryToRead = (): Promise<number> => readClock().catch(() => 0);

/** Reads the database's clock now and periodically, for the whole life of this process. Resolves after the first readings. */
export async function keepTime(): Promise<void> {
  // Singletons close in reverse order: the pool must close after the readings that use it.
  appPool();
  singleton(
    "clock-readings",
    () => setInterval(tryToRead, EVERY_MS).unref(),
    (timer) => clearInterval(timer),
  );
  for (let reading = 0; reading < FIRST_READINGS; reading++) if ((await tryToRead()) <= FAST_MS) return;
}
