import { scannedText, withoutBarcodeMarks } from "#lib/kernel/scanned-text";
import { readDate } from "#lib/kernel/typed-date";

/** The characters of a written phone number. */
export const PHONE_WORD = /^[\d+().\-‐-―/]+$/;

/** Returns the words of a search as they were typed; of a scanned code, without what the scanner puts around it. */
export const typedWords = (query: string): string[] =>
  scannedText(query)
    .normalize("NFC")
    .split(/[\s,]+/)
    .map(withoutBarcodeMarks)
    // A dash between two spaces is not a word.
    .filter((word) => word !== "" && !(PHONE_WORD.test(word) && !/\d/.test(word)));

/** Returns the words of a search, in lower case. */
export const searchedWords = (query: string): string[] => typedWords(query.toLowerCase());

/** Most words of a date: "Wed Mar 4 1980". */
const DATE_WORDS = 4;
/** What people write before a birth date. */
const LABEL = /^dob[:.]? ?(?=\S)/i;

/** Returns the texts that the words from a place on begin with, the longest first, each with the number of its words. */
function beginningsAt(words: readonly string[], first: number): { text: string; count: number }[] {
  const most = Math.min(DATE_WORDS, words.length - first);
  const counts = Array.from({ length: most }, (_, index) => most - index);
  return counts.map((count) => ({
    text: words
      .slice(first, first + count)
      .join(" ")
      .replace(LABEL, ""),
    count,
  }));
}

/** Returns the birth dates that a text may mean, YYYY-MM-DD: none if it is no date, or digits without separators. */
function birthDatesIn(text: string, now: Date): string[] {
  const read = /\D/.test(text) ? readDate(text, { range: "birth", now }) : null;
  return read?.kind === "day" ? [read.day] : read?.kind === "question" ? read.days : [];
}

/** Returns the birth dates that the words from a place on may mean, and the number of these words; null if they are no date. */
export function birthDatesAt(
  words: readonly string[],
  first: number,
  now: Date = new Date(),
): { days: string[]; count: number } | null {
  for (const { text, count } of beginningsAt(words, first)) {
    const days = birthDatesIn(text, now);
    if (days.length > 0) return { days, count };
  }
  return null;
}

/**
 * Returns why a search has no birth date where it has a text that is written as one, as a date field says it, without a full stop:
 * "February has 28 or 29 days". Null for another search, and for digits that may be an MRN or a phone number.
 * `takesOne`: the search takes one day, so a date that can mean two is none.
 */
export function reasonAgainstDateIn(
  query: string,
  { now = new Date(), takesOne = false }: { now?: Date; takesOne?: boolean } = {},
): string | null {
  const words = searchedWords(query);
  for (let first = 0; first < words.length; ) {
    const born = birthDatesAt(words, first, now);
    if (takesOne && (born?.days.length ?? 0) > 1) return "Write the month by its name, as it can be either number";
    const reads = born ? [] : beginningsAt(words, first).map(({ text }) => readDate(text, { range: "birth", now }));
    const wrong = reads.find((read) => read.kind === "unread" && read.isDate);
    if (wrong?.kind === "unread") return wrong.expected;
    first += born?.count ?? 1;
  }
  return null;
}
