import { dateFormat } from "#lib/kernel/date-format";
import { isCalendarDate } from "#lib/kernel/dates";
import { centuryOf, type DayRangeName, daysOf } from "#lib/kernel/day-ranges";
import { type ReadDate, readDate } from "#lib/kernel/typed-date";
import { words } from "./date-words.ts";
import type { DayInputProps } from "./day-input-props.ts";
import { isMonthFirst } from "./shown-day.ts";

/** What a date field holds. */
export interface DateInField extends Pick<DayInputProps, "value" | "days" | "today" | "error" | "help"> {
  keepsText: boolean;
  text: string;
  /** True if the text was typed and not yet taken over. */
  isTyped: boolean;
  /** True while the field has the focus. */
  entered: boolean;
  /** True once the text was ended by Enter or by leaving the field. */
  isEnded?: true;
}

/** Returns a day in words: "Wednesday, November 25, 2026". */
const dayInWords = (day: string): string =>
  dateFormat({ weekday: "long", year: "numeric", month: "long", day: "numeric", timeZone: "UTC" }).format(
    Date.parse(`${day}T00:00:00Z`),
  );

/** Returns the rule of two-digit years: "Two-digit years are 1947 to 2046". */
function centuryRule(range: DayRangeName): string {
  const { first, last } = centuryOf(range, new Date());
  return words.twoDigitYears(first, last);
}

/** Reads a field's text. A value that was not typed stands for itself, also outside the field's range. */
function readField({ text, isTyped, value, days, today }: DateInField): ReadDate {
  if (!isTyped && isCalendarDate(value)) return { kind: "day", day: value, century: false };
  return readDate(text, { range: days, today, monthFirst: isMonthFirst() });
}

/** Returns what is said of a reading; null for an empty text. */
function saidOf(read: ReadDate, range: DayRangeName): string | null {
  if (read.kind === "none") return null;
  if (read.kind === "unread") return read.expected;
  if (read.kind === "question") return words.whichDay;
  return read.century ? `${dayInWords(read.day)}. ${centuryRule(range)}` : dayInWords(read.day);
}

export interface SeenDate {
  /** YYYY-MM-DD; "" if the text is no single day. */
  day: string;
  /** The first and the last day that can be. */
  range: { first: string; last: string };
  /** Several days that the text can mean. */
  choices: readonly string[];
  /** What is said beside the field; null for nothing. */
  note: string | null;
  /** True if the note says what is wrong. What is still being typed is not yet wrong. */
  isWrong: boolean;
  /** Said to screen readers while the user types; "" for nothing. */
  announced: string;
}

/** Returns what a date field says of its text. */
export function seeDate(field: DateInField): SeenDate {
  const { isTyped, entered, isEnded, error, help, keepsText, days = "any" } = field;
  const read = readField(field);
  const said = saidOf(read, days);
  const isOpen = read.kind === "unread" || read.kind === "question";
  const isQuiet = read.kind === "day" && !entered && !keepsText;
  const isWrong = Boolean(error) || (read.kind === "unread" && (!entered || isEnded === true));
  const shown = isQuiet ? null : (said ?? help ?? (entered ? centuryRule(days) : null));
  return {
    day: read.kind === "day" ? read.day : "",
    range: daysOf(days, new Date()),
    choices: read.kind === "question" ? read.days : [],
    note: isOpen ? said : error || shown,
    isWrong,
    announced: isTyped && !isWrong ? (said ?? "") : "",
  };
}

/** Returns whether a typed date cannot become another one by further digits. */
const isComplete = (read: ReadDate, text: string): boolean =>
  read.kind === "day" && !read.century && /\d{4}/.test(text);

/** Returns the value that a field takes while its text is typed. */
export function typedValueOf(field: DateInField): string {
  const read = readField(field);
  if (!field.keepsText && !isComplete(read, field.text)) return field.value;
  return read.kind === "day" ? read.day : read.kind === "none" ? "" : field.text;
}

/** Returns the value that a field takes when it is left; null if its text stays as it was typed. */
export function leftValueOf(field: DateInField): string | null {
  const read = readField(field);
  return read.kind === "day" ? read.day : read.kind === "none" ? "" : null;
}
