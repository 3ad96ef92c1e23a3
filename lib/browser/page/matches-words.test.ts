import { expect, it } from "vitest";
import { matchesWords } from "./matches-words.ts";

it("finds every word of a search, in any order and regardless of case", () => {
  expect(matchesWords("Ana Ruiz Cardiology", "ruiz, ana")).toBe(true);
  expect(matchesWords("Ana Ruiz Cardiology", "card RUI")).toBe(true);
  expect(matchesWords("Ana Ruiz Cardiology", "ruiz dermatology")).toBe(false);
  expect(matchesWords("Ana Ruiz", "")).toBe(true);
});

it("finds letters however their accents are written", () => {
  for (const [written, typed] of [
    ["Ana Ávila", "ávila"],
    ["José Nguyễn", "nguyễn josé"],
    ["Ångström", "ångström"],
  ] as const)
    for (const form of ["NFC", "NFD"] as const)
      for (const other of ["NFC", "NFD"] as const)
        expect(matchesWords(written.normalize(form), typed.normalize(other))).toBe(true);
});
