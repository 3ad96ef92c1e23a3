const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a YYYY-MM-DD that exists in the calendar (2026-02-30 does not). */
export function isCalendarDate(text: string): boolean {
  const match = CALENDAR_DATE.exec(text);
  // There is no year 0, neither in the calendar nor in PostgreSQL.
  if (!match || match[1] === "0000") return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whether one day comes before another: false where one of them is none, of which its own check tells. */
export const isBefore = (date: string, other: string): boolean =>
  isCalendarDate(date) && isCalendarDate(other) && date < other;

const TYPED_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** A date as people type it, mm/dd/yyyy or YYYY-MM-DD, as YYYY-MM-DD; null for anything else. */
export function readTypedDate(text: string): string | null {
  const [, month = "", day = "", year] = TYPED_DATE.exec(text.trim()) ?? [];
  const date = year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text.trim();
  return isCalendarDate(date) ? date : null;
}

/** The day it is in an IANA time zone, as YYYY-MM-DD. */
export function todayIn(timeZone: string, now: Date = new Date()): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(now);
}

/** The YYYY-MM-DD that lies `days` after another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
