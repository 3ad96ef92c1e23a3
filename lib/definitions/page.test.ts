import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { startWithKeys } from "#lib/testing/start-with-keys";
import { decodeCursor, encodeCursor, extentOf, oneKindOfPage, pageQuery, pageQueryOf, toPage } from "./page.ts";

beforeAll(() => startWithKeys(randomBytes(32).toString("base64url")));

const position = z.tuple([z.string(), z.number()]);

it("decodes a cursor to its position", () => {
  expect(decodeCursor(encodeCursor(["Ávila", 7]), position)).toEqual(["Ávila", 7]);
});

it("goes on at a cursor of the version before, which was not sealed", () => {
  expect(decodeCursor(Buffer.from('["Ávila",7]').toString("base64url"), position)).toEqual(["Ávila", 7]);
});

it.each<[string, () => string]>([
  ["nothing", () => ""],
  ["a text", () => "x"],
  ["a position of other types", () => encodeCursor([1, 2])],
  ["a shorter position", () => encodeCursor(["a"])],
  ["a position with NUL", () => encodeCursor(["a\0", 1])],
])("refuses %s as a cursor", (_what, cursor) => {
  expect(() => decodeCursor(cursor(), position)).toThrow(
    expect.objectContaining({
      code: "invalid",
      message: "cursor must be the next_cursor of an earlier page of this list",
    }),
  );
});

it("cuts a page and returns the next cursor only if more rows remain", () => {
  const rows = ["Ávila", "Berg", "Cruz"].map((name, index) => ({ position: { name, id: String(index) } }));
  const extent = (limit: number) => ({ limit, offset: null });
  expect(toPage(rows, extent(3))).toEqual({ page: rows });
  expect(toPage(rows, extent(2))).toEqual({ page: rows.slice(0, 2), next_cursor: encodeCursor(["Berg", "1"]) });
  expect(toPage([], extent(2))).toEqual({ page: [] });
});

it.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [3, 2],
])("says of %i rows in pages of two that there are %i pages", (total, total_pages) => {
  const { pagination } = toPage([], { limit: 2, offset: 4 }, total) as { pagination: object };
  expect(pagination).toEqual({ page: 3, page_size: 2, total_pages, total });
});

it.each([
  [{}, { limit: 7, offset: null }],
  [{ limit: "3" }, { limit: 3, offset: null }],
  [{ page: "1" }, { limit: 100, offset: 0 }],
  [{ page: "3" }, { limit: 100, offset: 200 }],
  [{ page_size: "1000" }, { limit: 1_000, offset: 0 }],
  [
    { page: "1000000000", page_size: "1000" },
    { limit: 1_000, offset: 999_999_999_000 },
  ],
])("reads %j as the rows %j", (asked, extent) => {
  expect(extentOf(z.object(pageQueryOf(7)).check(oneKindOfPage).parse(asked), 7)).toEqual(extent);
});

it.each([
  [{ page: "1", limit: "2" }, ["limit"]],
  [{ page_size: "1", cursor: "x" }, ["cursor"]],
  [{ page: "2", page_size: "1", limit: "2", cursor: "x" }, ["limit", "cursor"]],
  [{ page: "0" }, ["page"]],
  [{ page: "1.5" }, ["page"]],
  [{ page: "1e3x" }, ["page"]],
  [{ page: "1000000001" }, ["page"]],
  [{ page_size: "1001" }, ["page_size"]],
  [{ page_size: "-1" }, ["page_size"]],
])("refuses %j", (asked, fields) => {
  const { error } = z.object(pageQuery).check(oneKindOfPage).safeParse(asked);
  expect(error?.issues.map(({ path }) => path[0])).toEqual(fields);
});

const beyond = "must be a whole number from 1 to 5000";

it.each([
  ...["0", "5001", "99999999999999999999"].map((given) => [given, beyond]),
  ...["1.5", "ten", "-1", "1e2", "0x10", "0b1", "+1", "1.0", " 1", "1 ", "1_0", "1,0", "\u0661", "Infinity", "NaN"].map(
    (given) => [given, `${beyond}, in digits alone`],
  ),
])("refuses %j as a limit", (limit, message) => {
  expect(z.object(pageQuery).safeParse({ limit }).error?.issues[0]?.message).toBe(message);
});

it("takes digits alone", () => {
  expect(z.object(pageQuery).parse({ limit: "1" })).toEqual({ limit: 1 });
  expect(z.object(pageQuery).parse({ page: "007", page_size: "10" })).toEqual({ page: 7, page_size: 10 });
});
