import { expect, it } from "vitest";
import { byteRange } from "./byte-range.ts";

it.each([
  [null, null],
  ["bytes=0-", { start: 0, length: 100 }],
  ["bytes=10-19", { start: 10, length: 10 }],
  ["bytes=90-200", { start: 90, length: 10 }],
  ["bytes=-10", { start: 90, length: 10 }],
  ["bytes=-200", { start: 0, length: 100 }],
  ["bytes=-", null],
  ["bytes=20-10", null],
  ["bytes=0-1,5-6", null],
  ["lines=0-1", null],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
])("reads Range: %s of 100 bytes", (header, range) => {
  expect(byteRange(header, 100)).toEqual(range);
});

it("returns nothing for an empty file", () => expect(byteRange("bytes=0-", 0)).toBe("unsatisfiable"));
