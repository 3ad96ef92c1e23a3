import { expect, it } from "vitest";
import { amountInWords } from "./amount-words.ts";

it.each([
  [2550, "two thousand five hundred fifty dollars"],
  [25.5, "twenty-five dollars and fifty cents"],
  [1, "one dollar"],
  [0.01, "zero dollars and one cent"],
  [19.99, "nineteen dollars and ninety-nine cents"],
  [100, "one hundred dollars"],
  [1_000_000, "one million dollars"],
  [1_000_010.1, "one million ten dollars and ten cents"],
  [40_012, "forty thousand twelve dollars"],
  [
    9_999_999_999.99,
    "nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine dollars and ninety-nine cents",
  ],
])("says %s in words", (amount, words) => expect(amountInWords(amount)).toBe(words));
