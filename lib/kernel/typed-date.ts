import { dateFormat } from "./date-format.ts";
import { isCalendarDate } from "./dates.ts";
import { centuryOf, type DayRangeName, endsToday, isDayOf, misfitOf, nearestOf } from "./day-ranges.ts";
import { ODD_DIGITS } from "./odd-digits.ts";

/** What a typed date means. */
export type ReadDate =
  | { kind: "none" }
  /** `century`: the text had two digits of the year. */
  | { kind: "day"; day: string; century: boolean }
  /** The text can mean each of these days, YYYY-MM-DD. */
  | { kind: "question"; days: string[] }
  /**
   * `expected`: what the text lacks, as an instruction without a full stop. `isDate`: it is written as nothing else is, with a
   * date's separators or a month's name.
   */
  | { kind: "unread"; expected: string; isDate: boolean };

export interface ReadOptions {
  /** The days that can be (day-ranges). */
  range?: DayRangeName | undefined;
  now?: Date;
  /** The day at the clinic, YYYY-MM-DD, with which a range of past days ends; one day later may be read without it. */
  today?: string | undefined;
  /** False where a locale writes day and month in another order than the United States. */
  monthFirst?: boolean;
}

/** One way to read a text; an undefined year is the nearest one. */
interface Candidate {
  month: number;
  day: number;
  year: string | undefined;
}

const MOST_CHARACTERS = 60;
const IN_FUTURE = "This day is in the future";
const DAY_MS = 86_400_000;

/** 2026-11-25 */
const YEAR_FIRST = /^(\d{4})([-/. ])(\d{1,2})\2(\d{1,2})$/;
/** 11/25/2026, 11-25-26, 11.25.26, 11 25 2026 */
const IN_DIGITS = /^(\d{1,2})([-/. ])(\d{1,2})\2'?(\d{4}|\d{2})$/;
/** 11/25 */
const WITHOUT_YEAR = /^(\d{1,2})[-/. ](\d{1,2})$/;
/** nov 25, 2026; november 25th; nov-25-26 */
const NAME_FIRST = /^([a-z]{3,9})[-/., ]{0,2}(\d{1,2})(?:st|nd|rd|th)?(?:[-/., ]{1,2}'?(\d{4}|\d{2}))?$/;
/** NOV252026 */
const NAME_COMPACT = /^([a-z]{3,9})(\d{2})(\d{4})$/;
/** 25 nov 2026, 25th of november, 25-NOV-26 */
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]{0,2}(?:of )?([a-z]{3,9})(?:[-/., ]{0,2}'?(\d{4}|\d{2}))?$/;
/** 2026 nov 25 */
const YEAR_NAME_FIRST = /^(\d{4})[-/., ]{0,2}([a-z]{3,9})[-/., ]{0,2}(\d{1,2})(?:st|nd|rd|th)?$/;
const COMPACT = /^\d{6,8}$/;
const WEEKDAY = /^([a-z]{3,9})[., ]{1,2}(?=\S)/;
/** 12:00:00 AM behind a date, as spreadsheets and EMRs copy it. */
const TIME = /(?:t|,? )\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?: ?[ap]\.?m\.?)?$/;
/** A moment, whose day depends on the time zone. */
const MOMENT = /\d:\d\d(?::\d\d(?:\.\d{1,9})?)? ?(?:z|[-+]\d\d:?\d\d)$/;

/** Punctuation around a copied date. */
const AROUND = /^[ "',;([]{1,3}|[ "',;.)\]]{1,3}$/g;

const namesOf = (part: "month" | "weekday", count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    // November 1, 2026 is a Sunday.
    dateFormat({ [part]: "long", timeZone: "UTC" }, "en-US")
      .format(part === "month" ? Date.UTC(2000, index) : Date.UTC(2026, 10, 1 + index))
      .toLowerCase(),
  );

const MONTHS = namesOf("month", 12);
const WEEKDAYS = namesOf("weekday", 7);

/** Returns 1 to 12 for a month's name or its first three letters or more; 0 for other text. */
const monthOf = (name: string): number => MONTHS.findIndex((month) => month.startsWith(name)) + 1;

/** Returns the text in plain characters: without marks of direction, with one kind of dash, slash and space. */
function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[‐‑‒–—―−]/g, "-")
    .replaceAll(/[⁄∕]/g, "/")
    .replaceAll(/[‘’´`]/g, "'")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([-/.]) ?/g, "$1")
    .replaceAll(AROUND, "")
    .toLowerCase();
}

/** Returns month and day in the orders that count; `either`: both do. */
function inOrders(first: string, second: string, year: string | undefined, either: boolean): Candidate[] {
  const [one, other] = [Number(first), Number(second)];
  const monthFirst = { month: one, day: other, year };
  return either ? [monthFirst, { month: other, day: one, year }] : [monthFirst];
}

/** Returns the ways to read digits without separators: 11252026, 112526, 1152027, 20261125. */
function compactCandidates(digits: string, either: boolean): Candidate[] {
  const cut = (first: number, second: number) =>
    inOrders(digits.slice(0, first), digits.slice(first, first + second), digits.slice(first + second), either);
  if (digits.length === 6) return [...cut(2, 2), ...cut(1, 1)];
  if (digits.length === 7) return [...cut(1, 2), ...cut(2, 1)];
  const [month, day] = [Number(digits.slice(4, 6)), Number(digits.slice(6))];
  return [...cut(2, 2), { year: digits.slice(0, 4), month, day }];
}

/** Returns every way to read a plain text as a date; an empty list for other text. */
function candidatesOf(text: string, monthFirst: boolean): Candidate[] {
  if (COMPACT.test(text)) return compactCandidates(text, !monthFirst);
  const iso = YEAR_FIRST.exec(text);
  if (iso) return [{ year: iso[1], month: Number(iso[3]), day: Number(iso[4]) }];
  const digits = IN_DIGITS.exec(text);
  // Dots are written day first elsewhere, and typed on a numeric keypad here.
  if (digits) return inOrders(digits[1] ?? "", digits[3] ?? "", digits[4], !monthFirst || digits[2] === ".");
  const short = WITHOUT_YEAR.exec(text);
  if (short) return inOrders(short[1] ?? "", short[2] ?? "", undefined, !monthFirst || text.includes("."));
  const named = NAME_FIRST.exec(text) ?? NAME_COMPACT.exec(text);
  if (named) return [{ month: monthOf(named[1] ?? ""), day: Number(named[2]), year: named[3] }];
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return [{ month: monthOf(dayFirst[2] ?? ""), day: Number(dayFirst[1]), year: dayFirst[3] }];
  const yearNamed = YEAR_NAME_FIRST.exec(text);
  return yearNamed ? [{ year: yearNamed[1], month: monthOf(yearNamed[2] ?? ""), day: Number(yearNamed[3]) }] : [];
}

const dateOf = (year: number, { month, day }: Candidate): string =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** Returns the possible years of a candidate, the best first. */
function yearsFor({ year }: Candidate, range: DayRangeName, now: Date): number[] {
  if (year?.length === 4) return [Number(year)];
  const thisYear = now.getUTCFullYear();
  // A birth date's year cannot be guessed.
  if (year === undefined) return range === "birth" ? [] : [thisYear, thisYear - 1, thisYear + 1];
  const { first } = centuryOf(range, now);
  const century = first - (first % 100);
  return [century + Number(year) >= first ? century + Number(year) : century + 100 + Number(year)];
}

/** Returns the day that a candidate means, or null. */
function dayOf(candidate: Candidate, range: DayRangeName, now: Date): string | null {
  const days = yearsFor(candidate, range, now)
    .map((year) => dateOf(year, candidate))
    .filter((day) => isDayOf(day, range, now));
  if (candidate.year !== undefined) return days[0] ?? null;
  const { ago, ahead } = nearestOf(range);
  const nearest = days.find((day) => {
    const distance = (Date.parse(day) - now.getTime()) / DAY_MS;
    return distance >= -ago && distance <= ahead;
  });
  return nearest ?? days[0] ?? null;
}

/** Whether a plain text is written as a date: digits alone, and digits between spaces or dashes, may be another number. */
function isWrittenAs({ month, year }: Candidate, plain: string): boolean {
  if (COMPACT.test(plain)) return false;
  if (year?.length === 4) return true;
  return month > 0 && (year === undefined ? /[a-z/]/ : /[-/.a-z]/).test(plain);
}

const exampleOf = (monthFirst: boolean): string => (monthFirst ? "11/25/2026 or Nov 25, 2026" : "25 Nov 2026");

/** Returns why a candidate means no day. */
function reasonAgainst(candidate: Candidate, range: DayRangeName, now: Date, monthFirst: boolean): string {
  const { month, day, year } = candidate;
  if (month === 0) return `Write the month as Nov or 11: ${exampleOf(monthFirst)}`;
  if (month > 12) return `There is no month ${month}${monthFirst ? ". The month comes first, as in 11/25/2026" : ""}`;
  if (year === undefined && day > 31) return `Add the day: ${exampleOf(monthFirst)}`;
  if (day === 0) return "There is no day 0";
  const name = MONTHS[month - 1] ?? "";
  const shown = name.charAt(0).toUpperCase() + name.slice(1);
  const last = new Date(Date.UTC(2000, month, 0)).getUTCDate();
  if (day > last) return `${shown} has ${month === 2 ? "28 or 29" : last} days`;
  const full = yearsFor(candidate, range, now)[0];
  if (full === undefined) return "Add the year";
  if (full === 0) return "There is no year 0";
  const date = dateOf(full, candidate);
  if (!isCalendarDate(date)) return `${shown} ${full} has 28 days`;
  return rangeInstruction(misfitOf(date, range, now) ?? "", year === undefined ? undefined : full);
}

/** Returns the instruction for a day that cannot be: "must be in the years …" becomes "Enter a year from …". */
function rangeInstruction(misfit: string, year: number | undefined): string {
  const years = /^must be in the years (\d+) to (\d+) for (.+)$/.exec(misfit);
  if (!years) return IN_FUTURE;
  return `${year === undefined ? "" : `Not the year ${year}: `}enter a year from ${years[1]} to ${years[2]} for ${years[3]}`;
}

/** Returns what a text that is no date lacks. */
function missingFrom(text: string, monthFirst: boolean): string {
  if (MOMENT.test(text)) return "Leave out the time of day: only the day counts";
  const isBegun = /^\d{1,2}[-/. ](?:\d{1,2}[-/. ]?)?\d{0,3}$/.test(text) || /^\d{4}[-/.]\d{0,2}[-/.]?$/.test(text);
  if (isBegun) return `Complete the date: ${exampleOf(monthFirst)}`;
  const name = /^([a-z]{3,9})[-/., ]{0,2}\d*$/.exec(text)?.[1];
  if (name && monthOf(name) > 0) return `Add the day: ${exampleOf(monthFirst)}`;
  return `Enter a date such as ${exampleOf(monthFirst)}`;
}

/** Takes a weekday's name off the beginning of a date. Returns its number from Sunday = 0, or null if there is none. */
function splitWeekday(text: string): { rest: string; weekday: number | null } {
  const found = WEEKDAY.exec(text);
  const weekday = found ? WEEKDAYS.findIndex((name) => name.startsWith(found[1] ?? "")) : -1;
  return weekday < 0 ? { rest: text, weekday: null } : { rest: text.slice(found?.[0].length), weekday };
}

/**
 * Reads a date as people type and paste it: with and without zeros and separators, with two digits of the year or none,
 * with the month's name, as YYYY-MM-DD, with a weekday or a time beside it. The month comes first, unless the locale
 * has another order: then, and with dots, a date that can be read both ways is a question.
 */
export function readDate(text: string, options: ReadOptions = {}): ReadDate {
  const { range = "any", now = new Date(), today, monthFirst = true } = options;
  if (text.trim() === "") return { kind: "none" };
  if (text.length > MOST_CHARACTERS || ODD_DIGITS.test(text))
    return { kind: "unread", expected: `Enter a date such as ${exampleOf(monthFirst)}`, isDate: false };
  const { rest, weekday } = splitWeekday(plainText(text));
  const plain = MOMENT.test(rest) ? rest : rest.replace(TIME, "");
  const candidates = candidatesOf(plain, monthFirst);
  const [first] = candidates;
  if (!first) return { kind: "unread", expected: missingFrom(plain, monthFirst), isDate: false };
  const days = [...new Set(candidates.flatMap((candidate) => dayOf(candidate, range, now) ?? []))];
  const [day] = days;
  if (day === undefined) {
    const isDate = candidates.some((candidate) => isWrittenAs(candidate, plain));
    return { kind: "unread", expected: reasonAgainst(first, range, now, monthFirst), isDate };
  }
  const meant = weekday === null ? days : days.filter((each) => new Date(each).getUTCDay() === weekday);
  if (meant[0] === undefined) {
    const name = WEEKDAYS[new Date(day).getUTCDay()] ?? "";
    return { kind: "unread", expected: `That day is a ${name.charAt(0).toUpperCase()}${name.slice(1)}`, isDate: true };
  }
  if (meant.length > 1) return { kind: "question", days: meant };
  if (today !== undefined && endsToday(range) && meant[0] > today)
    return { kind: "unread", expected: IN_FUTURE, isDate: true };
  return { kind: "day", day: meant[0], century: candidates.some(({ year }) => year?.length === 2) };
}
