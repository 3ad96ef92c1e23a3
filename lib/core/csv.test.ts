import { expect, test } from "vitest";
import { csvCell, csvOf } from "./csv.ts";

test.each([
  ["=1+1", `"'=1+1"`],
  ["+15551234567", `"'+15551234567"`],
  ["-2", `"'-2"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["\t=1", `"'\t=1"`],
  ["O'Neil", `"O'Neil"`],
  ['Says "no", often', '"Says ""no"", often"'],
  ["two\nlines", '"two\nlines"'],
  ["Plain", "Plain"],
  [-2, "-2"],
])("%j is written as %s", (value, written) => expect(csvCell(value)).toBe(written));

test("rows end as spreadsheets expect, and begin with the mark of UTF-8", () => {
  expect(
    csvOf([
      ["A", "B"],
      ["é", 2],
    ]),
  ).toBe("\ufeffA,B\r\né,2\r\n");
});
