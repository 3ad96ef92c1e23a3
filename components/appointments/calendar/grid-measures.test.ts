import { expect, test } from "vitest";
import { headHeight, lanesIn, visibleColumns } from "./grid-measures.ts";

test("few columns share the width, and all are drawn", () => {
  expect(visibleColumns(0, 900, 148, 3)).toEqual({ width: 300, from: 0, until: 3 });
});

test("of many columns, the visible ones and two beyond each edge are drawn", () => {
  expect(visibleColumns(0, 900, 100, 700)).toEqual({ width: 100, from: 0, until: 11 });
  expect(visibleColumns(5_050, 900, 100, 700)).toEqual({ width: 100, from: 48, until: 62 });
  expect(visibleColumns(69_100, 900, 100, 700)).toEqual({ width: 100, from: 689, until: 700 });
});

test("little is drawn before the box is measured and if there is nothing to draw", () => {
  expect(visibleColumns(0, 0, 148, 12)).toEqual({ width: 148, from: 0, until: 3 });
  expect(visibleColumns(0, 900, 148, 0)).toEqual({ width: 148, from: 0, until: 0 });
  expect(visibleColumns(9_999, 900, 148, 0)).toEqual({ width: 148, from: 0, until: 0 });
});

test("only several days of several providers have two rows of headings", () => {
  expect(headHeight(1, 5)).toBe(headHeight(7, 7));
  expect(headHeight(7, 14)).toBeGreaterThan(headHeight(7, 7));
});

test("a few records side by side may be narrow, and each of many has room for a first name", () => {
  // A day of one provider on a screen, a tablet and a phone.
  expect([1_120, 640, 300].map(lanesIn)).toEqual([
    { all: 11, crowded: 11 },
    { all: 6, crowded: 6 },
    { all: 3, crowded: 2 },
  ]);
  // A column of a day or a week of many.
  expect([148, 92, 50].map(lanesIn)).toEqual([
    { all: 2, crowded: 1 },
    { all: 1, crowded: 1 },
    { all: 1, crowded: 0 },
  ]);
});
