import { offsetOf } from "./zone-offset.ts";

const OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i;
const DAY_MS = 86_400_000;
/** No clock has ever been further from UTC. */
const FARTHEST_MS = 16 * 3_600_000;

/**
 * Returns the first moment of a day (YYYY-MM-DD) on the clocks of an IANA time zone, in milliseconds: the first at which
 * they show this day or a later one. So the days of a zone follow each other without a gap, whether its midnight is
 * skipped or comes twice; a day that the zone skips has no length. PostgreSQL finds the same (`firstMomentOf` in
 * `lib/definitions/account-time.ts`).
 */
export function firstMomentOf(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let before = midnight - FARTHEST_MS;
  let from = midnight + FARTHEST_MS;
  while (from - before > 1_000) {
    const middle = before + Math.floor((from - before) / 2_000) * 1_000;
    if (middle + offsetOf(timeZone, middle) < midnight) before = middle;
    else from = middle;
  }
  return from;
}

/** Returns the moment of a local time, given as if it were UTC, in milliseconds. */
function momentOfLocal(local: number, timeZone: string): number {
  const [before, after] = [offsetOf(timeZone, local - DAY_MS), offsetOf(timeZone, local + DAY_MS)];
  const shown = [local - before, local - after].filter((at) => at + offsetOf(timeZone, at) === local);
  // A time that the clocks skip is the moment that they show as much later.
  return shown.length > 0 ? Math.min(...shown) : local - before;
}

/**
 * Returns the moment of an ISO 8601 date-time as UTC text. One without an offset is in the given IANA time zone: the
 * first of two moments that the clocks show so, and a date is its first moment. Null for other text.
 */
export function momentOf(given: string, timeZone: string): string | null {
  const hasTime = given.includes("T");
  const hasOffset = OFFSET.test(given) && hasTime;
  const parsed = Date.parse(hasOffset ? given : `${hasTime ? given : `${given}T00:00:00`}Z`);
  if (Number.isNaN(parsed)) return null;
  if (hasOffset) return new Date(parsed).toISOString();
  return new Date(hasTime ? momentOfLocal(parsed, timeZone) : firstMomentOf(given, timeZone)).toISOString();
}
