import { expect, it } from "vitest";
import type { KnownName } from "./account-names.ts";
import { lettersOf } from "./name-letters.ts";
import { storedNameWords } from "./name-ways.ts";
import { sortedWords } from "./near-words.ts";
import { similarNames } from "./similar-names.ts";

/** Returns which of an account's names are similar to a typed word, in alphabetical order. */
function similarTo(typed: string, texts: readonly string[]): string[] {
  const names = texts.map((text): KnownName => ({ text, words: storedNameWords(text), asLast: 1, asFirst: 0 }));
  const words = names
    .flatMap((name) => name.words.map((text) => ({ text, letters: lettersOf(text), names: [name] })))
    .sort((one, other) => (one.text < other.text ? -1 : 1));
  const known = { version: "1", names: new Map(names.map((name) => [name.text, name])), mrnMarks: [] };
  return [...similarNames({ ...known, ...sortedWords(words) }, typed).keys()].map(({ text }) => text).sort();
}

it.each([
  ["lee", ["Ele", "Elee", "Lees", "Leen"], ["Leo", "Lea", "Lew", "Len", "Fee", "Le", "Leigh", "Leonard", "Levy"]],
  ["jno", ["Jon"], ["Jan", "Jo", "Joe", "Jones"]],
  ["jon", ["John", "Joan"], ["Jan", "Ron", "Jose", "James"]],
  ["bob", ["Bobo"], ["Rob", "Bab"]],
  ["smth", ["Smith", "Smyth"], ["Smythers", "Smart", "Myth"]],
  ["jhon", ["John"], ["Joan", "Jean", "Chin"]],
  ["lopes", ["Lopez"], ["Gomez", "Lamas"]],
  ["smiht", ["Smith"], ["Swift", "Smart"]],
  ["smith", ["Smyth", "Smythe"], ["Swift", "Math"]],
  ["obryan", ["O'Brien", "Obrian"], ["Obermann", "Bryson"]],
  ["shmit", ["Schmidt", "Schmit"], ["Smart", "Shmuel"]],
  ["garzia", ["Garcia", "Garza"], ["Gonzales"]],
  ["hernandes", ["Hernandez", "Fernandez"], ["Hermanson"]],
  ["whitfeild", ["Whitfield"], ["Whitman"]],
])("%s may mean %j, and none of %j", (typed, near, far) =>
  expect(similarTo(typed, [...near, ...far])).toEqual([...near].sort()),
);
