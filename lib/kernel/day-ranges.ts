import { addDays, isCalendarDate } from "./dates.ts";

/** Years relative to the present one, or a fixed first year; `past`: no later day than today. */
interface DayRange {
  first: { year: number } | { ago: number };
  last: { ahead: number } | "past";
  /** How many days ahead a day without its year may mean; half a year if undefined. */
  nearest?: number;
  /** Completes "must be in the years 2006 to 2027 for …". */
  for: string;
}

/**
 * The days that can be, by the kind of a field. The one source of the API's limits and of what the forms read. Filters over
 * what has happened have `history`, those over what is to come `coming`: any day, and the last or the next one without a year.
 */
const RANGES = {
  any: { first: { year: 1850 }, last: { ahead: 100 }, for: "a date" },
  // The clinic may already have tomorrow's date.
  history: { first: { year: 1850 }, last: { ahead: 100 }, nearest: 1, for: "a date" },
  coming: { first: { year: 1850 }, last: { ahead: 100 }, nearest: 335, for: "a date" },
  birth: { first: { year: 1850 }, last: "past", for: "a birth date" },
  service: { first: { year: 1950 }, last: "past", for: "a day of service" },
  deposit: { first: { ago: 20 }, last: { ahead: 1 }, nearest: 31, for: "a deposit" },
  deadline: { first: { ago: 10 }, last: { ahead: 20 }, for: "a task" },
  visit: { first: { ago: 1 }, last: { ahead: 5 }, nearest: 335, for: "a visit" },
  validity: { first: { ago: 20 }, last: { ahead: 20 }, for: "a referral" },
} satisfies Record<string, DayRange>;

export type DayRangeName = keyof typeof RANGES;

/** Two digits of a year never mean more than this many years ahead. */
const MOST_AHEAD = 20;

const HALF_A_YEAR = 183;

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Returns whether a range ends with the present day, as that of a birth date does. */
export const endsToday = (name: DayRangeName): boolean => {
  const { last }: DayRange = RANGES[name];
  return last === "past";
};

/** Returns the first and the last year of a range. */
export function yearsOf(name: DayRangeName, now: Date): { first: number; last: number } {
  const { first, last }: DayRange = RANGES[name];
  const year = now.getUTCFullYear();
  return {
    first: "year" in first ? first.year : year - first.ago,
    last: last === "past" ? Number(addDays(dayOf(now), 1).slice(0, 4)) : year + last.ahead,
  };
}

/** Returns the first and the last day that a day without its year means, in days from now. */
export function nearestOf(name: DayRangeName): { ago: number; ahead: number } {
  const { nearest: ahead = HALF_A_YEAR }: DayRange = RANGES[name];
  return { ago: 2 * HALF_A_YEAR - ahead, ahead };
}

/** Returns the hundred years that two digits of a year mean: they end with the range, at most 20 years ahead. */
export function centuryOf(name: DayRangeName, now: Date): { first: number; last: number } {
  const year = now.getUTCFullYear();
  const { last }: DayRange = RANGES[name];
  const latest = last === "past" ? year : year + Math.min(MOST_AHEAD, last.ahead);
  return { first: latest - 99, last: latest };
}

/** Returns why a YYYY-MM-DD that exists cannot be a day of this kind, as the API says it; null if it can. */
export function misfitOf(date: string, name: DayRangeName, now: Date): string | null {
  const { first, last } = yearsOf(name, now);
  const range: DayRange = RANGES[name];
  const year = Number(date.slice(0, 4));
  // The clinic may already have tomorrow's date; its own day is judged where its time zone is known.
  if (range.last === "past" && year >= first && date > addDays(dayOf(now), 1)) return "may not be in the future";
  return year < first || year > last ? `must be in the years ${first} to ${last} for ${range.for}` : null;
}

/** Returns the first and the last day of a range, YYYY-MM-DD, as a calendar offers them. */
export function daysOf(name: DayRangeName, now: Date): { first: string; last: string } {
  const { first, last } = yearsOf(name, now);
  return { first: `${first}-01-01`, last: RANGES[name].last === "past" ? dayOf(now) : `${last}-12-31` };
}

/** Returns a range in words for the API's reference: "in the years from 20 years ago to the next year". */
export function rangeWords(name: DayRangeName): string {
  const { first, last }: DayRange = RANGES[name];
  const since = "year" in first ? `${first.year}` : `${first.ago} years ago`;
  const until = last === "past" ? "today" : last.ahead === 1 ? "the next year" : `${last.ahead} years ahead`;
  return `from ${since} to ${until}`;
}

/** Returns whether a text is a YYYY-MM-DD of this kind. */
export const isDayOf = (text: string, name: DayRangeName, now: Date): boolean =>
  isCalendarDate(text) && misfitOf(text, name, now) === null;
