import { dateFormat } from "./date-format.ts";
import { isCalendarDate } from "./dates.ts";

/** 3/4/1980, 03-04-80 */
const IN_DIGITS = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/;
/** Mar 4, 1980; March 4 1980 */
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/;
/** 4 March 1980 */
const DAY_FIRST = /^(\d{1,2}) ([a-z]{3,9})\.? (\d{4})$/;

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  dateFormat({ month: "long", timeZone: "UTC" }, "en-US").format(Date.UTC(2000, month)).toLowerCase(),
);

/** Returns 1 to 12 for a month's name or its first three letters or more; 0 for other text. */
const monthOf = (name: string): number => MONTHS.findIndex((month) => month.startsWith(name)) + 1;

/** Returns the year of two digits within the past hundred years, as for birth dates. */
function fullYear(year: string, now: Date): number {
  if (year.length === 4) return Number(year);
  const thisYear = now.getUTCFullYear();
  const century = thisYear - (thisYear % 100);
  return century + Number(year) <= thisYear ? century + Number(year) : century - 100 + Number(year);
}

/**
 * Parses a date as typed in the United States (3/4/1980, 03-04-80, Mar 4, 1980, 4 March 1980) or YYYY-MM-DD. Returns
 * YYYY-MM-DD, or null.
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
