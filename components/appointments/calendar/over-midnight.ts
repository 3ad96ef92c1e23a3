import { todayIn } from "#lib/kernel/dates";
import { clinicDay, clinicTime } from "./day-words.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** What has a place in time. */
export interface Timed {
  /** ISO 8601 with the clinic's offset. */
  datetime: string;
  /** Minutes. */
  duration: number;
}

/** Most minutes that a clock skips. */
const MOST_SKIPPED = 180;

/** Returns whether a record lasts beyond the midnight of the day on which it begins. */
export const isOverMidnight = ({ datetime, duration }: Timed, timeZone: string): boolean =>
  Number(datetime.slice(11, 13)) * 60 + Number(datetime.slice(14, 16)) + duration > DAY_MINUTES - MOST_SKIPPED &&
  todayIn(timeZone, new Date(Date.parse(datetime) + duration * MINUTE_MS - 1)) > datetime.slice(0, 10);

const endOf = ({ datetime, duration }: Timed): string =>
  new Date(Date.parse(datetime) + duration * 60_000).toISOString();

/**
 * Returns when a record ends that lasts over midnight: "until Tue, Mar 3, 1:00 AM", or "until 1:00 AM" in a list of that day
 * (YYYY-MM-DD); null for all others.
 */
export function laterEndWords(record: Timed, timeZone: string, day?: string): string | null {
  if (!isOverMidnight(record, timeZone)) return null;
  const end = endOf(record);
  const ofDay = day === todayIn(timeZone, new Date(end)) ? "" : `${clinicDay(end, timeZone)}, `;
  return `until ${ofDay}${clinicTime(end, timeZone)}`;
}

/** Returns the day of a record, or the first and the last of several: "Mon, Mar 2 – Tue, Mar 3". */
export const recordDays = (record: Timed, timeZone: string): string =>
  clinicDay(record.datetime, timeZone) +
  (isOverMidnight(record, timeZone) ? ` – ${clinicDay(endOf(record), timeZone)}` : "");
