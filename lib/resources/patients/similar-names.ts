import { joinedLetters, plainLetters } from "#lib/kernel/plain-letters";
import type { KnownName, NameWord } from "./account-names.ts";
import { type NearWord, nearWords, type SortedWords } from "./near-words.ts";

const FEWEST_LETTERS = 3;
/** From so many letters on one may be wrong in any way, and from so many on two. */
const LETTERS_FOR = { one: 4, two: 6 };
/** From so many letters on the beginning of a longer word may be meant, with one wrong letter or two. */
const LETTERS_OF_BEGINNING = { one: 5, two: 8 };
/** A longer word is none that was misheard. */
const MOST_LETTERS = 40;
/** Similar words that are taken, the most similar ones. */
const MOST_WORDS = 100;
/** Names that carry these words. */
const MOST_NAMES = 3_000;

/** Added to the number of wrong letters of a word whose beginning alone is similar. */
const BEGINNING_ALONE = 0.5;
/** The steps by which similar names are looked for: numbers of wrong letters, of a whole word before those of a beginning. */
export const STEPS = [0, 1, 1 + BEGINNING_ALONE, 2, 2 + BEGINNING_ALONE] as const;

/** Returns the spelling of a word that is compared: letters alone, in plain form; null if it is too short, or too long. */
export function comparable(word: string): string | null {
  const letters = joinedLetters(plainLetters(word));
  // Letters of two code units are left out: half of one is no letter.
  const isName = /^\p{Letter}+$/u.test(letters) && !/[\ud800-\udfff]/.test(letters);
  return isName && letters.length >= FEWEST_LETTERS && letters.length <= MOST_LETTERS ? letters : null;
}

/** Returns how many letters of a text may be wrong for the longest word that may be meant. */
const mostWrong = ({ length }: string): number => (length + 2 < LETTERS_FOR.two ? 1 : 2);

/** Whether two texts of one length have the same letters, in whatever order. */
const haveSameLetters = (one: string, other: string): boolean => [...one].sort().join() === [...other].sort().join();

/**
 * Whether a word is meant by a text in which so many letters are wrong: in three letters two neighbours may be exchanged, from four
 * on one letter may be wrong, and from six on two, each counted in the longer of both.
 */
function isMisheard(letters: string, word: string, wrong: number): boolean {
  const longer = Math.max(letters.length, word.length);
  if (wrong === 0 || longer >= LETTERS_FOR.two) return wrong <= 2;
  if (longer >= LETTERS_FOR.one) return wrong === 1;
  return wrong === 1 && letters.length === word.length && haveSameLetters(letters, word);
}

const mostWrongInBeginning = ({ length }: string): number =>
  length >= LETTERS_OF_BEGINNING.two ? 2 : length >= LETTERS_OF_BEGINNING.one ? 1 : -1;

/** Returns how unlike a near word of names is to what was typed, as in `STEPS`; null if it is not similar. */
function unlikeness(letters: string, { word, wrong, begun }: NearWord<NameWord>): number | null {
  if (isMisheard(letters, word.text, wrong)) return wrong;
  // A word that begins with what was typed contains it.
  return begun === 0 || begun > mostWrongInBeginning(letters) ? null : begun + BEGINNING_ALONE;
}

/** Returns the known names with a word similar to the typed one, each with how unlike it is (`STEPS`). */
export function similarNames(known: SortedWords<NameWord>, word: string): Map<KnownName, number> {
  const names = new Map<KnownName, number>();
  const letters = comparable(word);
  if (letters === null) return names;
  const compared: { word: NameWord; unlike: number }[] = [];
  const most = { most: mostWrong(letters), mostOfBeginning: mostWrongInBeginning(letters) };
  for (const near of nearWords(known, letters, most)) {
    const unlike = unlikeness(letters, near);
    if (unlike !== null) compared.push({ word: near.word, unlike });
  }
  compared.sort((a, b) => a.unlike - b.unlike || (a.word.text < b.word.text ? -1 : 1));
  for (const { word: own, unlike } of compared.slice(0, MOST_WORDS))
    for (const name of own.names) if (!names.has(name) && names.size < MOST_NAMES) names.set(name, unlike);
  return names;
}
