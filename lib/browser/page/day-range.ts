import { parseDate } from "@internationalized/date";
import { isCalendarDate } from "#lib/kernel/dates";

/** The first and last moment (ISO 8601) of a range of a clinic's days; a property is absent if its day is not given. */
export type MomentRange = Partial<Record<"created_after" | "created_before", string>>;

/**
 * Returns the first and the last moment of a range of days (YYYY-MM-DD) in an IANA time zone, both inclusive and to the
 * millisecond; a day is as long as on that zone's clock. An invalid day leaves its end open, and so does a last day
 * before the first, which occurs while a year is being typed.
 */
export function dayRange(from: string, until: string, timeZone: string): MomentRange {
  const begins = (day: string, offset = 0) => parseDate(day).add({ days: offset }).toDate(timeZone).getTime();
  return {
    ...(isCalendarDate(from) ? { created_after: new Date(begins(from)).toISOString() } : {}),
    ...(isCalendarDate(until) && !(isCalendarDate(from) && until < from)
      ? { created_before: new Date(begins(until, 1) - 1).toISOString() }
      : {}),
  };
}
