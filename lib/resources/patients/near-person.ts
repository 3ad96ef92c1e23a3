import type { NameWord } from "./account-names.ts";
import { lettersOf } from "./name-letters.ts";
import { nameWays, storedNameWords } from "./name-ways.ts";
import { sortedWords } from "./near-words.ts";
import { dialled } from "./search-words.ts";
import { similarNames } from "./similar-names.ts";

/** What two patients are compared by. */
export interface Person {
  firstName: string;
  lastName: string;
  /** YYYY-MM-DD; null if it is not known. */
  dob: string | null;
  phone?: string | null | undefined;
  mobilePhone?: string | null | undefined;
}

/** Fewer digits are no telephone number. */
const FEWEST_DIGITS = 7;
/** From so many letters on, a word may be the beginning of the other: "Ben" of "Benjamin". */
const FEWEST_OF_BEGINNING = 3;
/** Words of a name that are compared. */
const MOST_WORDS = 12;

const distinct = (words: readonly string[]): string[] => [...new Set(words)].slice(0, MOST_WORDS);

/** Returns the words that a name is written with. */
const writtenWords = (name: string): string[] => distinct(name.split(/[\s,\-‐-―]+/).filter(Boolean));

/** Returns the words by which a name is found, as a search finds it. */
function nameWords(name: string) {
  const stored = { text: name, words: [], asLast: 1, asFirst: 1 };
  const words = storedNameWords(name).map((text): NameWord => ({ text, letters: lettersOf(text), names: [stored] }));
  return sortedWords(words.sort((one, other) => (one.text < other.text ? -1 : 1)));
}

type NameWords = ReturnType<typeof nameWords>;

const begins = (one: string, other: string): boolean =>
  one.length >= FEWEST_OF_BEGINNING &&
  other.length >= FEWEST_OF_BEGINNING &&
  (one.startsWith(other) || other.startsWith(one));

/** Returns whether a word is one of a name, begins one, or is one with a letter or two wrong (./similar-names.ts). */
const isNearWord = (word: string, known: NameWords): boolean =>
  nameWays(word).some((way) => known.words.some(({ text }) => text === way || begins(text, way))) ||
  similarNames(known, word).size > 0;

const covers = (known: NameWords, name: string): boolean => {
  const words = writtenWords(name);
  return words.length > 0 && words.every((word) => isNearWord(word, known));
};

/** Returns whether all words of one of two names are near to words of the other. */
const isNearName = (one: string, other: string): boolean =>
  covers(nameWords(other), one) || covers(nameWords(one), other);

/** Returns whether both names of two people are near, in either order; where one name alone is known, it decides. */
function haveNearNames(one: Person, other: Person): boolean {
  const wholeOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim();
  if ([one, other].some(({ firstName, lastName }) => firstName === "" || lastName === ""))
    return isNearName(wholeOf(one), wholeOf(other));
  return (
    (isNearName(one.firstName, other.firstName) && isNearName(one.lastName, other.lastName)) ||
    (isNearName(one.firstName, other.lastName) && isNearName(one.lastName, other.firstName))
  );
}

const phonesOf = ({ phone, mobilePhone }: Person): string[] =>
  [phone, mobilePhone].map((each) => dialled(each ?? "")).filter(({ length }) => length >= FEWEST_DIGITS);

/**
 * Returns whether two people may be the same one: born on the same day, with near names or a telephone number in common. Twins of
 * other first names are two people, unless they share a number: then a person decides (additions §3).
 */
export function mayBeSame(one: Person, other: Person): boolean {
  if (one.dob === null || one.dob !== other.dob) return false;
  const numbers = new Set(phonesOf(one));
  return phonesOf(other).some((each) => numbers.has(each)) || haveNearNames(one, other);
}
