import { expect, it } from "vitest";
import { z } from "zod";
import { decodeCursor, encodeCursor, pageQuery, toPage } from "./page.ts";

const position = z.tuple([z.string(), z.number()]);

it("decodes a cursor to its position", () => {
  expect(decodeCursor(encodeCursor(["Ávila", 7]), position)).toEqual(["Ávila", 7]);
});

it.each(["", "x", "e30", encodeCursor([1, 2]), encodeCursor(["a"]), encodeCursor(["a\0", 1])])(
  "refuses %s as a cursor with 400",
  (cursor) => {
    expect(() => decodeCursor(cursor, position)).toThrow(expect.objectContaining({ status: 400 }));
  },
);

it("cuts a page and returns the next cursor only if more rows remain", () => {
  const rows = ["Ávila", "Berg", "Cruz"].map((name, index) => ({ position: { name, id: String(index) } }));
  expect(toPage(rows, 3)).toEqual({ page: rows });
  expect(toPage(rows, 2)).toEqual({ page: rows.slice(0, 2), next_cursor: encodeCursor(["Berg", "1"]) });
  expect(toPage([], 2)).toEqual({ page: [] });
});

it.each(["0", "5001", "1.5", "ten"])("refuses %s as a limit", (limit) => {
  expect(z.object(pageQuery).safeParse({ limit }).error?.issues[0]?.message).toBe(
    "must be a whole number from 1 to 5000",
  );
});
