/** Share of an EMR's limit of calls that each of the two readings between syncs may take. */
const SHARE = 1 / 4;

/** However short calls are, an account is read this often. */
const MOST_MS = 12 * 60 * 60_000;

/** What a reading has shown of the EMR's budget. */
export interface BudgetOfReading {
  /** Milliseconds between two readings as the account is set. */
  askedMs: number;
  /** Milliseconds between the last two readings; null before the first. */
  beforeMs: number | null;
  /** Calls that the reading made. */
  calls: number;
  /** The EMR's limit as it is known; null if it is not. */
  limit: { calls: number; windowMs: number } | null;
  /** Whether the reading ended because the limit was reached. */
  isLimited: boolean;
}

/** How often an account is read. */
export interface Pace {
  ms: number;
  /** Why it is read more rarely than it is set to be; null if it is not. */
  reason: string | null;
}

const callWords = (calls: number): string => (calls === 1 ? "1 call" : `${calls} calls`);

const within = (windowMs: number): string =>
  windowMs === 60_000 ? "a minute" : windowMs === 3_600_000 ? "an hour" : `in ${Math.round(windowMs / 1_000)} s`;

/**
 * Returns how often an account is read from now on: as it is set, as long as its readings take a quarter of the EMR's limit of calls
 * at most; and half as often after each reading that the limit ended, until readings get through again.
 */
export function paceOf({ askedMs, beforeMs, calls, limit, isLimited }: BudgetOfReading): Pace {
  const before = Math.max(beforeMs ?? askedMs, askedMs);
  const allowedMs = limit ? (calls * limit.windowMs) / (limit.calls * SHARE) : 0;
  const easedMs = isLimited ? before * 2 : before / 2;
  const ms = Math.round(Math.min(Math.max(askedMs, allowedMs, easedMs), Math.max(MOST_MS, askedMs)));
  if (ms <= askedMs) return { ms: askedMs, reason: null };
  if (limit === null) return { ms, reason: "The EMR's limit of calls was reached" };
  return {
    ms,
    reason: `The EMR takes ${callWords(limit.calls)} ${within(limit.windowMs)}, and a reading made ${callWords(calls)}`,
  };
}
