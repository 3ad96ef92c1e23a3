import { joinedLetters, plainLetters } from "#lib/kernel/plain-letters";

/** Words that practices write in both ways. */
const PAIRS = [
  ["st", "saint"],
  ["mt", "mount"],
  ["ft", "fort"],
  ["dr", "doctor"],
  ["ctr", "center"],
] as const;

const ALSO: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap(([short, long]) => [
    [short, long],
    [long, short],
  ]),
);

/** Longer than any word; PostgreSQL refuses those of more than 2 kB. */
const LONGEST_WORD = 100;

/** Returns the words of a text in plain letters: "St. Mary’s, Łódź" becomes "st", "marys" and "lodz". */
export const plainWords = (text: string): string[] =>
  joinedLetters(plainLetters(text).replaceAll("-", " "))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.slice(0, LONGEST_WORD));

/** Returns the words by which texts are found, each once, with the other ways of writing them. */
export const foundBy = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap(plainWords).flatMap((word) => [word, ALSO.get(word) ?? word])),
];

/** Returns a `tsquery` for texts that have every word of what was typed, at least its beginning; null if nothing can be looked for. */
export function soughtBy(typed: string): string | null {
  const words = plainWords(typed);
  if (!words.some((word) => word.length > 1)) return null;
  // Words have letters and digits alone, so none can end the quotes.
  return words.map((word) => `'${word}':*`).join(" & ");
}
