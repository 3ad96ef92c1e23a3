import { sql } from "drizzle-orm";
import { clockAheadMs, setClock } from "#lib/kernel/clock";
import { singleton } from "#lib/kernel/singleton";
import { appPool } from "./pool.ts";
import { withoutTenant } from "./without-tenant.ts";

/** Time between two readings. */
const EVERY_MS = 10_000;

/** An answer that took longer says too little about the moment at which the clock was read. */
const MAX_ROUND_TRIP_MS = 1_000;

/** Greatest difference between the process's own clock and the database's that is no fault. */
export const MAX_DIFFERENCE_MS = 60_000;

/** Reads the database's clock for this process (see `presentMs`). Throws DatabaseUnavailable. */
export async function readClock(): Promise<void> {
  const asked = performance.now();
  const [row] = await withoutTenant<{ ms: string }>(sql`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`);
  const took = performance.now() - asked;
  const isFirst = clockAheadMs() === null;
  if (row && (isFirst || took <= MAX_ROUND_TRIP_MS)) setClock(Number(row.ms) + took / 2);
}

/** Returns by how many milliseconds the process's clock is ahead of the database's, if that is a fault; otherwise null. */
export function clockFault(): number | null {
  const ahead = clockAheadMs();
  return ahead !== null && Math.abs(ahead) > MAX_DIFFERENCE_MS ? ahead : null;
}

/** Reads the clock. While the database is away, which those who need it report, the time goes on by the monotonic clock. */
const tryToRead = (): Promise<void> => readClock().catch(() => undefined);

/** Reads the database's clock now and periodically, for the whole life of this process. Resolves after the first try. */
export async function keepTime(): Promise<void> {
  // Singletons close in reverse order: the pool must close after the readings that use it.
  appPool();
  singleton(
    "clock-readings",
    () => setInterval(tryToRead, EVERY_MS).unref(),
    (timer) => clearInterval(timer),
  );
  await tryToRead();
}
