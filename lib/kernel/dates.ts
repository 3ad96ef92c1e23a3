import { dateFormat } from "./date-format.ts";

const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns whether a YYYY-MM-DD exists in the calendar (2026-02-30 does not). */
export function isCalendarDate(text: string): boolean {
  const match = CALENDAR_DATE.exec(text);
  // Neither the calendar nor PostgreSQL has a year 0.
  if (!match || match[1] === "0000") return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const DAY = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

/** Returns the present day in an IANA time zone as YYYY-MM-DD. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  return dateFormat({ ...DAY, timeZone }, "en-CA").format(now);
}

/** Returns the YYYY-MM-DD `days` after another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
