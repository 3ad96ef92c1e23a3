import { dateFormat } from "./date-format.ts";

const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a YYYY-MM-DD that exists in the calendar (2026-02-30 does not). */
export function isCalendarDate(text: string): boolean {
  const match = CALENDAR_DATE.exec(text);
  // There is no year 0, neither in the calendar nor in PostgreSQL.
  if (!match || match[1] === "0000") return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** 3/4/1980, 03-04-80 */
const IN_DIGITS = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/;
/** Mar 4, 1980; March 4 1980 */
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/;
/** 4 March 1980 */
const DAY_FIRST = /^(\d{1,2}) ([a-z]{3,9})\.? (\d{4})$/;

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  dateFormat({ month: "long", timeZone: "UTC" }, "en-US").format(Date.UTC(2000, month)).toLowerCase(),
);

/** 1 to 12, by a month's name or three of its letters or more; 0 for none. */
const monthOf = (name: string): number => MONTHS.findIndex((month) => month.startsWith(name)) + 1;

/** A year of two digits lies in the past hundred years, as one of birth does. */
function fullYear(year: string, now: Date): number {
  if (year.length === 4) return Number(year);
  const thisYear = now.getUTCFullYear();
  const century = thisYear - (thisYear % 100);
  return century + Number(year) <= thisYear ? century + Number(year) : century - 100 + Number(year);
}

/**
 * A date as people in the United States write it (3/4/1980, 03-04-80, Mar 4, 1980, 4 March 1980) or YYYY-MM-DD, as
 * YYYY-MM-DD; null for anything else.
 */
export function readTypedDate(text: string, now: Date = new Date()): string | null {
  const typed = text.trim().toLowerCase().replaceAll(/\s+/g, " ");
  if (isCalendarDate(typed)) return typed;
  const digits = IN_DIGITS.exec(typed);
  const named = MONTH_FIRST.exec(typed);
  const dayFirst = DAY_FIRST.exec(typed);
  const [month, day, year] = digits
    ? [Number(digits[1]), digits[3], digits[4]]
    : named
      ? [monthOf(named[1] ?? ""), named[2], named[3]]
      : [monthOf(dayFirst?.[2] ?? "none"), dayFirst?.[1], dayFirst?.[3]];
  if (!day || !year) return null;
  const date = `${fullYear(year, now)}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDate(date) ? date : null;
}

const DAY = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

/** The day it is in an IANA time zone, as YYYY-MM-DD. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  return dateFormat({ ...DAY, timeZone }, "en-CA").format(now);
}

/** The YYYY-MM-DD that lies `days` after another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
