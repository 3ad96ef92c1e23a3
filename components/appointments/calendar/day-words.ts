import { dateFormat } from "#lib/kernel/date-format";
import { isRepeated } from "./wall-clock.ts";

const TIME = { hour: "numeric", minute: "2-digit" } as const;
const DAY = { weekday: "short", month: "short", day: "numeric" } as const;
const LONG = { weekday: "long", year: "numeric", month: "long", day: "numeric" } as const;
const RANGE = { year: "numeric", month: "short", day: "numeric" } as const;

/**
 * Returns the time of day of a moment (ISO 8601 with the clinic's offset) in the clinic's zone: "9:20 AM". In the
 * repeated hour of autumn it adds the zone: "1:30 AM EDT".
 */
export const clinicTime = (at: string, timeZone: string): string =>
  dateFormat({ ...TIME, timeZone, ...(isRepeated(at, timeZone) && { timeZoneName: "short" }) }).format(new Date(at));

/** Returns the day of a moment in the clinic's zone: "Mon, Mar 2". */
export const clinicDay = (at: string, timeZone: string): string =>
  dateFormat({ ...DAY, timeZone }).format(new Date(at));

/** Returns when a record begins, in a list of a day (YYYY-MM-DD): "9:20 AM", or of another day "Mon, Mar 2, 9:20 AM". */
export const beginWords = ({ datetime }: { datetime: string }, day: string, timeZone: string): string =>
  (datetime.startsWith(day) ? "" : `${clinicDay(datetime, timeZone)}, `) + clinicTime(datetime, timeZone);

const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** Returns a day (YYYY-MM-DD) in short words: "Mon, Mar 2". */
export const shortDay = (day: string): string => clinicDay(noon(day).toISOString(), "UTC");

/** Returns a day (YYYY-MM-DD) in long words: "Monday, March 2, 2026". */
export const longDay = (day: string): string => dateFormat({ ...LONG, timeZone: "UTC" }).format(noon(day));

/** Returns a range of days (YYYY-MM-DD) in words: "Mar 8 – 14, 2026". */
export const daysWords = (first: string, last: string): string =>
  first === last ? longDay(first) : dateFormat({ ...RANGE, timeZone: "UTC" }).formatRange(noon(first), noon(last));

/** Returns a full hour, given in minutes after midnight, in words: "9 AM". */
export const hourWords = (minutes: number): string =>
  dateFormat({ hour: "numeric", timeZone: "UTC" }).format(new Date(minutes * 60_000));

/** Returns minutes after midnight in the shortest form, beside a line of the hour: "9:20". */
export const shortClock = (minutes: number): string =>
  dateFormat({ ...TIME, timeZone: "UTC" })
    .formatToParts(new Date(minutes * 60_000))
    .filter(({ type }) => type !== "dayPeriod")
    .map(({ value }) => value)
    .join("")
    .trim();
