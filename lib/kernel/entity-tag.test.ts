import { expect, it } from "vitest";
import { readEntityTags, withEntityTag } from "./entity-tag.ts";

it("makes a strong tag of the record alone", () => {
  const { etag, ...rest } = withEntityTag({ id: "1", hours: [] });
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  expect(rest).toEqual({ id: "1", hours: [] });
  expect(withEntityTag({ id: "1", hours: [] }).etag).toBe(etag);
  expect(withEntityTag({ id: "1", hours: [1] }).etag).not.toBe(etag);
});

it.each([
  ["*", "*"],
  [" * ", "*"],
  ['"a"', ['"a"']],
  ['W/"a"', ['W/"a"']],
  ['"a", W/"b" ,"c"', ['"a"', 'W/"b"', '"c"']],
  ['"a,b","c d"', null],
  ['"a,b"', ['"a,b"']],
  ['""', ['""']],
  [',, "a",,', ['"a"']],
  ['"a" ', ['"a"']],
  ["", null],
  [" , ", null],
  ["a", null],
  ['w/"a"', null],
  ['W/ "a"', null],
  ['"a" "b"', null],
  ['"a"b', null],
  ['"a', null],
  ['"a", *', null],
  ['*, "a"', null],
])("reads %j as %j", (header, tags) => {
  expect(readEntityTags(header)).toEqual(tags);
});
