import { expect, it } from "vitest";
import { intervalWords } from "./span-words.tsx";

it.each([
  [30, "30 s"],
  [300, "5 min"],
  [125, "2 min 05 s"],
  [3_600, "1 h"],
  [36_000, "10 h"],
  [4_200, "1 h 10 min"],
])("an interval of %i s is %j", (seconds, words) => expect(intervalWords(seconds)).toBe(words));
