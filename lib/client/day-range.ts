import { parseDate } from "@internationalized/date";

/** The moments (ISO 8601) that days of a clinic begin and end with; absent where no day is given. */
export interface MomentRange {
  created_after?: string;
  created_before?: string;
}

/**
 * The first and the last moment of a range of days (YYYY-MM-DD, "" for an open end) in an IANA time zone, both
 * inclusive and to the millisecond; a day lasts as long as that zone's clock says.
 */
export function dayRange(from: string, until: string, timeZone: string): MomentRange {
  const begins = (day: string, offset = 0) => parseDate(day).add({ days: offset }).toDate(timeZone).getTime();
  return {
    ...(from ? { created_after: new Date(begins(from)).toISOString() } : {}),
    ...(until ? { created_before: new Date(begins(until, 1) - 1).toISOString() } : {}),
  };
}
