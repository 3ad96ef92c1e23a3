import type { Choice } from "#components/ui/choice";

/** In lower case and without accents, as people type it. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/** What is typed to find a choice, word by word: "Sutton, George" asks for the same as "george sutton". */
export const searchedWords = (typed: string): string[] =>
  plain(typed)
    .split(/[\s,]+/)
    .filter(Boolean);

/** Whether every one of these words (from `searchedWords`) stands in a choice's name or in its second line. */
export function isMatch({ name, detail }: Choice, words: readonly string[]): boolean {
  const said = plain(`${name} ${detail ?? ""}`);
  return words.every((word) => said.includes(word));
}
