import { expect, test } from "vitest";
import { matchesIn } from "./find-text.ts";

test("finds every match, regardless of case and spacing", () => {
  expect(matchesIn("Sodium, sodium and\nSO DIUM", "sodium")).toEqual([
    { start: 0, end: 6 },
    { start: 8, end: 14 },
    { start: 19, end: 26 },
  ]);
  expect(matchesIn("Reason forreferral", "reason for referral")).toEqual([{ start: 0, end: 18 }]);
});

test("matches do not overlap", () => {
  expect(matchesIn("aaaa", "aa")).toEqual([
    { start: 0, end: 2 },
    { start: 2, end: 4 },
  ]);
});

test("a character whose lower case is longer keeps its position", () => {
  expect(matchesIn("İstanbul", "stanbul")).toEqual([{ start: 1, end: 8 }]);
});

test.each(["NFC", "NFD"] as const)("letters are found however their accents are written (%s)", (form) => {
  const [text, word] = ["Señora Ávila", "ávila"].map((each) => each.normalize(form)) as [string, string];
  const other = word.normalize(form === "NFC" ? "NFD" : "NFC");
  const start = text.indexOf(" ") + 1;
  expect(matchesIn(text, other)).toEqual([{ start, end: text.length }]);
  expect(matchesIn(`${word} `, "a")).toEqual([{ start: word.length - 1, end: word.length }]);
});

test("an empty search finds nothing", () => {
  expect(matchesIn("text", "  ")).toEqual([]);
  expect(matchesIn("", "text")).toEqual([]);
});
