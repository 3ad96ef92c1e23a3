import { readDate } from "#lib/kernel/typed-date";
import { nameWays } from "./name-ways.ts";
import { birthDatesAt, PHONE_WORD, reasonAgainstDateIn, searchedWords, typedWords } from "./search-dates.ts";

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

/** A part of a search: a birth date, words of which each or all together may be a number, or a word of a name or an MRN. */
type Part = { born: string[] } | { numbers: string[] } | { word: string };

/** Tells the birth dates, the numbers and the other words of a search apart: the one place that does. */
function partsOf(words: readonly string[]): Part[] {
  const parts: Part[] = [];
  for (let first = 0; first < words.length; ) {
    const born = birthDatesAt(words, first);
    if (born) {
      parts.push({ born: born.days });
      first += born.count;
      continue;
    }
    let end = first;
    while (isPhoneWord(words[end] ?? "")) end++;
    const numbers = words.slice(first, end);
    if (numbers.length > 0) parts.push({ numbers });
    else parts.push({ word: words[first] ?? "" });
    first += Math.max(1, numbers.length);
  }
  return parts;
}

/** Returns the alternatives for words that may be one number together, or several. */
function numberAlternatives(run: readonly string[]): Condition {
  const joined = digitsOf(run.join(""));
  const asOneNumber = run.length > 1 && joined.length >= MIN_PHONE_DIGITS ? [[stored(joined)]] : [];
  const asBirthDate = run.length === 1 ? birthDatesOf(run[0] ?? "").map((day) => [day]) : [];
  return [run.map(needle), ...asOneNumber, ...asBirthDate];
}

/**
 * Parses a search into conditions on a patient's search text (lib/resources/patients/search-text.ts); a patient must
 * meet all of them. Words that may form one phone number, such as "(740) 555 8861", also match when joined. A birth date
 * may stand among other words, in any form that a date field reads.
 */
export function patientConditions(query: string): Condition[] {
  const conditions = partsOf(searchedWords(query)).map((part): Condition => {
    if ("born" in part) return part.born.map((day) => [day]);
    return "word" in part ? nameAlternatives(part.word) : numberAlternatives(part.numbers);
  });
  return [...new Map(conditions.map((ways) => [JSON.stringify(ways), ways])).values()];
}

/** What a search text says of a patient whom it did not find. */
interface TypedPerson {
  first_name?: string;
  last_name?: string;
  dob?: string;
  phone?: string;
}

/** Fewer digits are no telephone number, and so many are no birth date. */
const PHONE = { fewest: 7, sure: 9 };

const namesIn = (parts: readonly Part[]): string[] =>
  // A word with digits is an MRN.
  parts.flatMap((part) => ("word" in part && !/\d/.test(part.word) ? [part.word] : []));

/** Returns the names in a text: "Ana Ávila", "Ávila, Ana"; one alone is the last name. */
function typedNames(text: string): Pick<TypedPerson, "first_name" | "last_name"> {
  const [before = "", after] = text.split(/,(.*)/s);
  const parts = partsOf(typedWords(before));
  const isLastFirst = after !== undefined && parts.length > 0 && parts.every((part) => "word" in part);
  const firstNames = isLastFirst ? namesIn(partsOf(typedWords(after))) : [];
  if (firstNames.length > 0) return { first_name: firstNames.join(" "), last_name: namesIn(parts).join(" ") };
  const [first, ...last] = namesIn(partsOf(typedWords(text)));
  if (first === undefined) return {};
  return last.length === 0 ? { last_name: first } : { first_name: first, last_name: last.join(" ") };
}

/** Returns the name, the birth date and the telephone number in a search text, for the form of a new patient. */
export function typedPerson(text: string): TypedPerson {
  const person: TypedPerson = typedNames(text);
  for (const part of partsOf(typedWords(text))) {
    // A date that may mean two days is left to the person.
    const [day, otherDay] = "born" in part ? part.born : [];
    if (day !== undefined && otherDay === undefined) person.dob ??= day;
    if (!("numbers" in part)) continue;
    const digits = digitsOf(part.numbers.join(""));
    const [born, other] = part.numbers.length === 1 && digits.length < PHONE.sure ? birthDatesOf(digits) : [];
    if (born !== undefined && other === undefined) person.dob ??= born;
    else if (digits.length >= PHONE.fewest && !reasonAgainstDateIn(part.numbers.join(" ")))
      person.phone ??= part.numbers.join(" ");
  }
  return person;
}
