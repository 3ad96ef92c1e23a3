import { parseDate } from "@internationalized/date";
import { isCalendarDate } from "#lib/kernel/dates";

/** The moments (ISO 8601) that days of a clinic begin and end with; absent where no day is given. */
export type MomentRange = Partial<Record<"created_after" | "created_before", string>>;

/**
 * The first and the last moment of a range of days (YYYY-MM-DD) in an IANA time zone, both inclusive and to the
 * millisecond; a day lasts as long as that zone's clock says. What is no day leaves its end open, and so does a last day
 * before the first, as it stands there while a year is being typed.
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
