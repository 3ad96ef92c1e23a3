import type { Choice } from "#components/ui/choice";

/** Converts to lower case and removes accents. */
export const plainText = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/** Splits a search text into words: "Sutton, George" finds the same as "george sutton". */
export const searchedWords = (typed: string): string[] =>
  plainText(typed)
    .split(/[\s,]+/)
    .filter(Boolean);

/** Returns whether an option's name and second line contain all of these words (from `searchedWords`). */
export function isMatch({ name, detail }: Choice, words: readonly string[]): boolean {
  const searched = plainText(`${name} ${detail ?? ""}`);
  return words.every((word) => searched.includes(word));
}
