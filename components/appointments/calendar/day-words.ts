import { dateFormat } from "#lib/kernel/date-format";
import { isRepeated } from "./wall-clock.ts";

const TIME = { hour: "numeric", minute: "2-digit" } as const;
const DAY = { weekday: "short", month: "short", day: "numeric" } as const;
const LONG = { weekday: "long", year: "numeric", month: "long", day: "numeric" } as const;
const RANGE = { year: "numeric", month: "short", day: "numeric" } as const;

/**
 * The time of day of a moment (ISO 8601 with the offset of the clinic's clock) in the clinic's zone: "9:20 AM". In the
 * hour that comes twice in autumn it says which one is meant: "1:30 AM EDT".
 */
export const clinicTime = (at: string, timeZone: string): string =>
  dateFormat({ ...TIME, timeZone, ...(isRepeated(at, timeZone) && { timeZoneName: "short" }) }).format(new Date(at));

/** The day of a moment in the clinic's zone: "Mon, Mar 2". */
export const clinicDay = (at: string, timeZone: string): string =>
  dateFormat({ ...DAY, timeZone }).format(new Date(at));

const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** A day (YYYY-MM-DD): "Mon, Mar 2". */
export const shortDay = (day: string): string => clinicDay(noon(day).toISOString(), "UTC");

/** A day (YYYY-MM-DD): "Monday, March 2, 2026". */
export const longDay = (day: string): string => dateFormat({ ...LONG, timeZone: "UTC" }).format(noon(day));

/** The days from one to another (YYYY-MM-DD): "Mar 8 – 14, 2026". */
export const daysWords = (first: string, last: string): string =>
  first === last ? longDay(first) : dateFormat({ ...RANGE, timeZone: "UTC" }).formatRange(noon(first), noon(last));

/** A full hour in minutes after midnight, as a clock tells it: "9 AM". */
export const hourWords = (minutes: number): string =>
  dateFormat({ hour: "numeric", timeZone: "UTC" }).format(new Date(minutes * 60_000));

/** Minutes after midnight in the fewest signs, where the hour's line says the rest: "9:20". */
export const shortClock = (minutes: number): string =>
  dateFormat({ ...TIME, timeZone: "UTC" })
    .formatToParts(new Date(minutes * 60_000))
    .filter(({ type }) => type !== "dayPeriod")
    .map(({ value }) => value)
    .join("")
    .trim();
