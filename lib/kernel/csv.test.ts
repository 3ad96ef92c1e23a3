import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, csvOf } from "./csv.ts";

test.each([
  ["=1+1", `"'=1+1"`],
  ["+15551234567", `"'+15551234567"`],
  ["-2", `"'-2"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["\t=1", `"'\t=1"`],
  ["\r=1", `"'\r=1"`],
  ["\n=1", `"'\n=1"`],
  [" =1", `"' =1"`],
  ["\u202e=1", `"'\u202e=1"`],
  ["\u200f+1", `"'\u200f+1"`],
  ["\ufeff@A1", `"'\ufeff@A1"`],
  ["\0-1", `"'\0-1"`],
  ["\uff1d1+1", `"'\uff1d1+1"`],
  ["\uff20A1", `"'\uff20A1"`],
  ['"=1', '"""=1"'],
  ["a;=1", '"a;=1"'],
  ["\u05d0\u05d1", "\u05d0\u05d1"],
  ["O'Neil", `"O'Neil"`],
  ['Says "no", often', '"Says ""no"", often"'],
  ["two\nlines", '"two\nlines"'],
  ["Plain", "Plain"],
  [-2, "-2"],
])("%j is written as %s", (value, written) => expect(csvCell(value)).toBe(written));

test("no text starts a formula or leaves its cell", () => {
  const signs = fc.constantFrom(..."=+-@\t\r\n\"',; \u202e\u200f\ufeff\u00a0\uff1dA1");
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 8 }), (parts) => {
      const text = parts.join("");
      const written = csvCell(text);
      const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
      expect(read === text || read === `'${text}`).toBe(true);
      expect(read.trim().replaceAll(/[\p{Cf}]/gu, "")).not.toMatch(/^\s*[=+\-@\uff1d]/);
      if (!written.startsWith('"')) expect(written).not.toMatch(/[",;\t\r\n]/);
      else expect(written.slice(1, -1).replaceAll('""', "")).not.toContain('"');
    }),
  );
});

test("rows end with CRLF after a UTF-8 byte order mark", () => {
  expect(
    csvOf([
      ["A", "B"],
      ["é", 2],
    ]),
  ).toBe("\ufeffA,B\r\né,2\r\n");
});
