import { dateFormat } from "./date-format.ts";

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
