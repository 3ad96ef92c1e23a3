import { dateFormat } from "#lib/kernel/date-format";
import { todayIn } from "#lib/kernel/dates";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats the time since a moment: "just now", "4 min ago", "3 h ago"; after a day, the date. */
export function agoWords(moment: Date, now: number, timeZone?: string): string {
  const past = now - moment.getTime();
  if (past < 45_000) return "just now";
  if (past < HOUR) return `${Math.max(1, Math.round(past / MINUTE))} min ago`;
  if (past < DAY) return `${Math.round(past / HOUR)} h ago`;
  const yearOf = (at: Date | number) => dateFormat({ year: "numeric", ...inZone(timeZone) }).format(at);
  return dateFormat({
    month: "short",
    day: "numeric",
    ...(yearOf(now) === yearOf(moment) ? {} : { year: "numeric" }),
    ...inZone(timeZone),
  }).format(moment);
}

const inZone = (timeZone: string | undefined) => (timeZone ? { timeZone } : {});

const zonePart = (at: Date, timeZoneName: "short" | "longOffset", timeZone: string | undefined) =>
  dateFormat({ timeZoneName, ...inZone(timeZone) })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")?.value ?? "";

/**
 * Returns a time zone's short name at a moment (ISO 8601), such as "EST", if its offset differs from the user's zone
 * (or from `own`); otherwise null.
 */
export function zoneWords(at: string, timeZone: string, own?: string): string | null {
  const moment = new Date(at);
  const offset = (zone: string | undefined) => zonePart(moment, "longOffset", zone);
  return offset(timeZone) === offset(own) ? null : zonePart(moment, "short", timeZone);
}

const DATE = { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" } as const;

/** Formats a date (YYYY-MM-DD) as "Mar 2, 2026"; returns other texts unchanged. */
export function formatDate(date: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) ? date : dateFormat(DATE).format(at);
}

/**
 * Formats a moment (ISO 8601) exactly and with its zone: "Mar 2, 2026, 10:04:12 AM EST". The default is the user's
 * zone.
 */
export const formatExact = (at: string, timeZone?: string): string =>
  dateFormat({
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
    ...inZone(timeZone),
  }).format(new Date(at));

/** Formats a visit's time (ISO 8601, with an offset or local in the zone): "Mar 2, 2026, 10:04 AM". */
export function formatVisitTime(at: string, timeZone: string): string {
  const isLocal = !/Z$|[+-]\d{2}:?\d{2}$/.test(at);
  const zone = isLocal ? "UTC" : timeZone;
  return dateFormat({ dateStyle: "medium", timeStyle: "short", timeZone: zone }).format(
    new Date(isLocal ? `${at}Z` : at),
  );
}

/**
 * Formats the hour of a moment (ISO 8601): "3 PM", "3:30 PM" in zones with half-hour offsets, or "15:00" on a 24-hour
 * clock.
 */
export function formatHour(at: string, timeZone?: string): string {
  const parts = { hour: "numeric", minute: "2-digit", ...inZone(timeZone) } as const;
  return dateFormat(parts)
    .format(new Date(at))
    .replace(/:00(?=\s)/, "");
}

/** Formats a moment (ISO 8601) of which records are: "9:56 AM", with the date of an earlier day: "Mar 2, 2026, 9:56 AM". */
export function formatAsOf(at: string, timeZone: string): string {
  const day = todayIn(timeZone, new Date(at));
  const time = formatHour(at, timeZone);
  return day === todayIn(timeZone) ? time : `${formatDate(day)}, ${time}`;
}

/** Formats the time of day of a moment (ISO 8601) to the second: "10:04:12 AM". The default is the user's zone. */
export const formatTime = (at: string, timeZone?: string): string =>
  dateFormat({
    hour: "numeric",
    minute: "2-digit",
    second: "2-digit",
    ...inZone(timeZone),
  }).format(new Date(at));

/** Returns a birth date in words: "born Mar 2, 1980", or that it is unknown. */
export const bornWords = (day: string | null): string =>
  day === null ? "birth date unknown" : `born ${formatDate(day)}`;
