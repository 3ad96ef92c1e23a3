import { expect, test } from "vitest";
import { pageInSight, pagesBetween, pageTops, turned } from "./page-layout.ts";

const HEIGHTS = [100, 200, 100];

test("pages are placed below each other with a gap", () => {
  expect(pageTops(HEIGHTS)).toEqual([16, 132, 348]);
});

test("only visible pages are drawn", () => {
  expect(pagesBetween(HEIGHTS, 0, 50)).toEqual({ first: 0, last: 0 });
  expect(pagesBetween(HEIGHTS, 120, 340)).toEqual({ first: 1, last: 1 });
  expect(pagesBetween(HEIGHTS, 110, 400)).toEqual({ first: 0, last: 2 });
  expect(pagesBetween(HEIGHTS, 5_000, 6_000)).toEqual({ first: 2, last: 2 });
});

test("the current page is the one in the middle", () => {
  expect([0, 60, 200, 300, 400].map((scrolled) => pageInSight(HEIGHTS, scrolled, 100))).toEqual([0, 0, 1, 2, 2]);
});

test("a rotated page swaps width and height", () => {
  const page = { width: 10, height: 20, rotate: 0 };
  expect(turned(page, 90)).toEqual({ width: 20, height: 10 });
  expect(turned(page, 180)).toEqual({ width: 10, height: 20 });
});
