import { addDays } from "#lib/kernel/dates";
import { firstMomentOf } from "#lib/kernel/moments";
import { offsetOf } from "#lib/kernel/zone-offset";
import { isOverMidnight, type Timed } from "./over-midnight.ts";
import { minutesIn, type Span, spanOf } from "./wall-clock.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** A record's place on one of its days. */
export interface DaySpan extends Span {
  /** Whether it begins on this day. */
  begins: boolean;
  /** Whether it ends on this day, at its midnight at the latest. */
  ends: boolean;
}

/**
 * Returns a record's places on those of `days` (YYYY-MM-DD) on which it takes place: a visit over midnight, or of several
 * days, has one on each. What ends at midnight has none on the day that begins then.
 */
export function spansOf(record: Timed, days: readonly string[], timeZone: string): DaySpan[] {
  const span = spanOf(record, timeZone);
  if (!isOverMidnight(record, timeZone)) return days.includes(span.day) ? [{ ...span, begins: true, ends: true }] : [];
  const end = Date.parse(record.datetime) + record.duration * MINUTE_MS;
  return days.flatMap((day): DaySpan[] => {
    if (day < span.day) return [];
    if (day === span.day) return [{ ...span, begins: true, ends: false }];
    const first = firstMomentOf(day, timeZone);
    if (end <= first) return [];
    const from = minutesIn(timeZone, first);
    const skipped = Math.max(0, offsetOf(timeZone, end) - offsetOf(timeZone, first)) / MINUTE_MS;
    const until = Math.min(DAY_MINUTES, from + (end - first) / MINUTE_MS + skipped);
    return [{ day, from, until, begins: false, ends: end <= firstMomentOf(addDays(day, 1), timeZone) }];
  });
}
