import { dateFormat } from "./date-format.ts";

const OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i;

/** Returns how far a time zone is ahead of UTC at a moment, in milliseconds. */
export function offsetOf(timeZone: string, at: number): number {
  const format = dateFormat(
    {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    },
    "en-US",
  );
  const parts = format.formatToParts(at);
  const [year, month, date, hour, minute, second] = (["year", "month", "day", "hour", "minute", "second"] as const).map(
    (name) => Number(parts.find(({ type }) => type === name)?.value),
  );
  return Date.UTC(year ?? 0, (month ?? 1) - 1, date, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

/**
 * Returns the moment of an ISO 8601 date-time as UTC text; one without an offset is in the given IANA time zone, and a
 * date is its first moment, which is not midnight where the clocks skip it. Null for other text.
 */
export function momentOf(given: string, timeZone: string): string | null {
  const hasOffset = OFFSET.test(given) && given.includes("T");
  const parsed = Date.parse(hasOffset ? given : `${given.includes("T") ? given : `${given}T00:00:00`}Z`);
  if (Number.isNaN(parsed)) return null;
  if (hasOffset) return new Date(parsed).toISOString();
  // Near a change of the clocks the first guess may be an hour off.
  const guess = parsed - offsetOf(timeZone, parsed);
  const moment = parsed - offsetOf(timeZone, guess);
  // A time that the clocks skip is the moment that they show as much later.
  const isSkipped = moment + offsetOf(timeZone, moment) !== parsed;
  return new Date(isSkipped ? Math.max(guess, moment) : moment).toISOString();
}
