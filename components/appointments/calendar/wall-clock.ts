import { offsetOf } from "#lib/kernel/zone-offset";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** All moments of a day and of the nights beside it lie within this distance from its noon in UTC, in any zone. */
const AROUND_MS = 36 * 60 * MINUTE_MS;
/** Clock changes in minutes, worldwide. */
const CHANGES = [60, 30, 120];

/** A place on the clinic's clock, in minutes after midnight as that clock shows them. */
export interface Span {
  /** YYYY-MM-DD. */
  day: string;
  from: number;
  until: number;
}

/** Returns a zone's offset from UTC in minutes at a moment in milliseconds. */
const offsetAt = (at: number, timeZone: string): number => offsetOf(timeZone, at) / MINUTE_MS;

const changing = new Map<string, boolean>();

/** Returns whether clocks change on a day or in the nights beside it; on all other days reading the clock is enough. */
function isChangeNear(day: string, timeZone: string): boolean {
  const key = `${day} ${timeZone}`;
  const known = changing.get(key);
  if (known !== undefined) return known;
  const noon = Date.parse(`${day}T12:00:00Z`);
  const near = offsetAt(noon - AROUND_MS, timeZone) !== offsetAt(noon + AROUND_MS, timeZone);
  changing.set(key, near);
  return near;
}

const minutesAt = (datetime: string) => Number(datetime.slice(11, 13)) * 60 + Number(datetime.slice(14, 16));

/**
 * Returns the place on the clinic's clock of a record that begins at `datetime` (ISO 8601 with that clock's offset) and
 * lasts `duration` minutes. It ends at midnight at the latest. Across the skipped hour of spring it reaches to the
 * clock's time at its end; in the repeated hour of autumn it is never shorter than its duration.
 */
export function spanOf({ datetime, duration }: { datetime: string; duration: number }, timeZone: string): Span {
  const day = datetime.slice(0, 10);
  const from = minutesAt(datetime);
  const at = Date.parse(datetime);
  const skipped = isChangeNear(day, timeZone)
    ? Math.max(0, offsetAt(at + duration * MINUTE_MS, timeZone) - offsetAt(at, timeZone))
    : 0;
  return { day, from, until: Math.min(DAY_MINUTES, from + duration + skipped) };
}

/** Returns whether the clinic's clock shows the time of a moment (ISO 8601 with that clock's offset) twice that day. */
export function isRepeated(datetime: string, timeZone: string): boolean {
  if (!isChangeNear(datetime.slice(0, 10), timeZone)) return false;
  const at = Date.parse(datetime);
  const offset = offsetAt(at, timeZone);
  return CHANGES.some(
    (minutes) =>
      offsetAt(at + minutes * MINUTE_MS, timeZone) === offset - minutes ||
      offsetAt(at - minutes * MINUTE_MS, timeZone) === offset + minutes,
  );
}

/** Returns the minutes after midnight on the clinic's clock at a moment in milliseconds. */
export function minutesIn(timeZone: string, at: number): number {
  const local = new Date(at + offsetAt(at, timeZone) * MINUTE_MS);
  return local.getUTCHours() * 60 + local.getUTCMinutes();
}
