import { addDays, isCalendarDate } from "#lib/kernel/dates";
import { momentOf } from "#lib/kernel/moments";

/** The first and last moment (ISO 8601) of a range of a clinic's days; a property is absent if its day is not given. */
export type MomentRange = Partial<Record<"created_after" | "created_before", string>>;

/**
 * Returns the first and the last moment of a range of days (YYYY-MM-DD) in an IANA time zone, both inclusive and to the
 * millisecond; a day is as long as on that zone's clock. An invalid day leaves its end open, and so does a last day
 * before the first, which occurs while a year is being typed.
 */
export function dayRange(from: string, until: string, timeZone: string): MomentRange {
  const after = isCalendarDate(from) ? momentOf(from, timeZone) : null;
  const isBefore = isCalendarDate(until) && !(after && until < from);
  const next = isBefore ? momentOf(addDays(until, 1), timeZone) : null;
  return {
    ...(after && { created_after: after }),
    ...(next && { created_before: new Date(Date.parse(next) - 1).toISOString() }),
  };
}
