import { expect, test } from "vitest";
import { isMatch, searchedWords } from "./choice-words.ts";

const recall = { id: "r1", name: "Lipid panel", detail: "Morales, Sebastián · MRN-100539 · due Sep 1, 2026" };
const finds = (typed: string) => isMatch(recall, searchedWords(typed));

test("a choice matches words of its name and second line, in any order, with or without commas and accents", () => {
  for (const typed of ["", "lipid", "Sebastian Morales", "Morales, Sebastián", "panel 100539", "morales,sebastian"]) {
    expect(finds(typed), typed).toBe(true);
  }
});

test("a choice that lacks one of the words does not match", () => {
  expect(finds("Morales, Luis")).toBe(false);
  expect(finds("mammogram")).toBe(false);
});
