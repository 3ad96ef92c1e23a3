import { dateFormat } from "./date-format.ts";
import { addDays } from "./dates.ts";

/** Hour of the nightly sync in the account's time zone (decisions §6). */
const HOUR = 2;

/**
 * Returns the current night of a time zone as the date (YYYY-MM-DD) on which it began at 02:00. If the clock skips
 * 02:00, the night begins at the first moment after it; if 02:00 occurs twice, at the first.
 */
export function nightOf(now: Date, timeZone: string): string {
  const format = {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  } as const;
  const parts = dateFormat(format, "en-CA").formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? "";
  const today = `${part("year")}-${part("month")}-${part("day")}`;
  return Number(part("hour")) >= HOUR ? today : addDays(today, -1);
}
