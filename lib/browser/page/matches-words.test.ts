import { expect, it } from "vitest";
import { matchesWords } from "./matches-words.ts";

it("finds every word of a search, in any order and regardless of case", () => {
  expect(matchesWords("Ana Ruiz Cardiology", "ruiz, ana")).toBe(true);
  expect(matchesWords("Ana Ruiz Cardiology", "card RUI")).toBe(true);
  expect(matchesWords("Ana Ruiz Cardiology", "ruiz dermatology")).toBe(false);
  expect(matchesWords("Ana Ruiz", "")).toBe(true);
});
