import { expect, it } from "vitest";
import { editDistance } from "#lib/kernel/edit-distance";
import { nearWords, sortedWords } from "./near-words.ts";

const near = (texts: string[], text: string, most: number, mostOfBeginning: number) =>
  nearWords(sortedWords(texts.toSorted().map((each) => ({ text: each }))), text, { most, mostOfBeginning }).map(
    ({ word, wrong, begun }) => [word.text, wrong <= most ? wrong : null, begun <= mostOfBeginning ? begun : null],
  );

/** The same one word after the other, without what they share. */
function oneByOne(texts: string[], text: string, most: number, mostOfBeginning: number) {
  return texts.toSorted().flatMap((word) => {
    const wrong = editDistance(text, word, most);
    const lengths = Array.from({ length: Math.max(0, word.length - 1) }, (_, index) => index + 1);
    const begun =
      word.length > text.length && mostOfBeginning >= 0
        ? Math.min(...lengths.map((length) => editDistance(text, word.slice(0, length), mostOfBeginning)))
        : mostOfBeginning + 1;
    const found = [word, wrong <= most ? wrong : null, begun <= mostOfBeginning ? begun : null];
    return found[1] === null && found[2] === null ? [] : [found];
  });
}

it("finds words with other letters, and those that begin with such a word", () => {
  const texts = ["gonzalez", "gonzales", "gonzalezlopez", "gonzo", "hernandez", "smith", "smithson", "o'brien", "ß"];
  expect(near(texts, "gonsa", 2, 1)).toEqual([
    ["gonzales", null, 1],
    ["gonzalez", null, 1],
    ["gonzalezlopez", null, 1],
    ["gonzo", 2, null],
  ]);
  expect(near(texts, "smtih", 2, 1)).toEqual([
    ["smith", 1, null],
    ["smithson", null, 1],
  ]);
  expect(near([], "smith", 2, 1)).toEqual([]);
});

it("finds the same as one comparison after the other", () => {
  let state = 7;
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  // Three letters: many words share beginnings, and many are near.
  const word = (most: number) => Array.from({ length: 1 + below(most) }, () => "abł"[below(3)]).join("");
  const texts = [...new Set(Array.from({ length: 600 }, () => word(14)))];
  for (const [most, mostOfBeginning] of [
    [1, -1],
    [2, -1],
    [2, 1],
    [2, 2],
  ] as const)
    for (let length = 3; length <= 12; length++) {
      const text = Array.from({ length }, () => "abł"[below(3)]).join("");
      expect([text, near(texts, text, most, mostOfBeginning)]).toEqual([
        text,
        oneByOne(texts, text, most, mostOfBeginning),
      ]);
    }
});

it("compares words that are longer than any count of shared letters", () => {
  const long = "a".repeat(400);
  expect(near([long, `${long}b`, `${"a".repeat(255)}c`], "aaaaaaab", 2, 2).map(([text]) => text)).toEqual([
    long,
    `${long}b`,
    `${"a".repeat(255)}c`,
  ]);
});
