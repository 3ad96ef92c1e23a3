import { expect, test } from "vitest";
import { headHeight, visibleColumns } from "./grid-measures.ts";

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
