import { readDate } from "#lib/kernel/typed-date";
import { nameWays } from "./name-ways.ts";
import { birthDatesAt, PHONE_WORD, searchedWords } from "./search-dates.ts";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Minimum number of digits treated as a phone number; fewer occur in any text. */
const MIN_PHONE_DIGITS = 5;

/** Returns a LIKE pattern that matches the text anywhere. */
export const within = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");
const isPhoneWord = (word: string) => PHONE_WORD.test(word) && !DATE.test(word);

/** Removes the country code 1 from a phone number's digits, as they are stored without it. */
const stored = (digits: string) => (/^1\d{10}$/.test(digits) ? digits.slice(1) : digits);

/** Returns the digits of a phone number in any format, as they are stored; "" if it has none. */
export const dialled = (phone: string): string => stored(digitsOf(phone));

/** Returns a LIKE pattern for part of a name, in lower case, without accents, commas or repeated spaces. */
export function namePattern(name: string): string {
  const words = name
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .split(/[\s,]+/)
    .filter(Boolean);
  return within(words.join(" "));
}

/** Returns a word unchanged, or the digits of a phone number without punctuation. */
function needle(word: string): string {
  const digits = digitsOf(word);
  return isPhoneWord(word) && (digits.length >= MIN_PHONE_DIGITS || /[()+]/.test(word)) ? stored(digits) : word;
}

/** A condition that a patient must meet: a list of alternatives, each with all texts that must be found. */
export type Condition = string[][];

/** Returns the birth dates that digits without separators may mean: 03041980, 030480. */
function birthDatesOf(digits: string): string[] {
  const read = /^\d{6,8}$/.test(digits) ? readDate(digits, { range: "birth" }) : null;
  return read?.kind === "day" ? [read.day] : read?.kind === "question" ? read.days : [];
}

/** A name of East Asian letters, which is written without a space between its parts. */
const WITHOUT_SPACE = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,8}$/u;

/** Returns the two parts of a name that is written without a space, wherever it may be divided. */
function partings(word: string): Condition {
  if (!WITHOUT_SPACE.test(word)) return [];
  const letters = [...word];
  return letters.slice(1).map((_, index) => [letters.slice(0, index + 1).join(""), letters.slice(index + 1).join("")]);
}

/** An MRN that is typed without what stands between its letters and its digits. */
const MRN_WITHOUT_DASH = /^([a-z]{1,5})(\d{3,})$/;

/** Returns the letters and the digits of such an MRN. */
function mrnParts(word: string): Condition {
  const parts = MRN_WITHOUT_DASH.exec(word);
  return parts ? [parts.slice(1)] : [];
}

/** Returns the alternatives for a word of a name or an MRN. */
const nameAlternatives = (word: string): Condition => [
  ...nameWays(word).map((way) => [way]),
  ...partings(word),
  ...mrnParts(word),
];

/**
 * Parses a search into conditions on a patient's search text (lib/resources/patients/search-text.ts); a patient must
 * meet all of them. Words that may form one phone number, such as "(740) 555 8861", also match when joined. A birth date
 * may stand among other words, in any form that a date field reads.
 */
export function patientConditions(query: string): Condition[] {
  const words = searchedWords(query);
  const conditions: Condition[] = [];
  for (let first = 0; first < words.length; ) {
    const born = birthDatesAt(words, first);
    if (born) {
      conditions.push(born.days.map((day) => [day]));
      first += born.count;
      continue;
    }
    let end = first;
    while (isPhoneWord(words[end] ?? "")) end++;
    const run = words.slice(first, Math.max(end, first + 1));
    first += run.length;
    const [word = ""] = run;
    if (run.length === 1 && !isPhoneWord(word)) {
      conditions.push(nameAlternatives(word));
      continue;
    }
    const joined = digitsOf(run.join(""));
    const asOneNumber = run.length > 1 && joined.length >= MIN_PHONE_DIGITS ? [[stored(joined)]] : [];
    const asBirthDate = run.length === 1 ? birthDatesOf(word).map((day) => [day]) : [];
    conditions.push([run.map(needle), ...asOneNumber, ...asBirthDate]);
  }
  return [...new Map(conditions.map((ways) => [JSON.stringify(ways), ways])).values()];
}
