import { expect, test } from "vitest";
import { addChips, splitChips } from "./chips.ts";

test("parses a spreadsheet column, a list and single words to the same entries", () => {
  expect(splitChips("CLM-1\r\nCLM-2\r\n\r\nCLM-3\n")).toEqual(["CLM-1", "CLM-2", "CLM-3"]);
  expect(splitChips("CLM-1\tCLM-2")).toEqual(["CLM-1", "CLM-2"]);
  expect(splitChips(" \"CLM-1\", 'CLM-2';CLM-3 ")).toEqual(["CLM-1", "CLM-2", "CLM-3"]);
  expect(splitChips(" \n ")).toEqual([]);
});

test("adds no duplicates of existing or pasted entries", () => {
  expect(addChips(["A", "B"], ["B", "C", "C"])).toEqual({ chips: ["A", "B", "C"], repeated: 2 });
});
