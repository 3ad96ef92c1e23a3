import { expect, test } from "vitest";
import { visibleRows } from "./use-visible-rows.ts";

test("draws the first rows and some ahead at the top", () => {
  expect(visibleRows(200, 800, 40, 50_000)).toEqual({ from: 0, until: 40 });
});

test("draws only the visible rows and their surroundings further down", () => {
  const { from, until } = visibleRows(-1_000_000, 800, 40, 50_000);
  expect(from).toBe(24_980);
  expect(until).toBe(25_050);
});

test("draws every visible row at any scroll position", () => {
  for (let top = 300; top > -41 * 1000; top -= 37) {
    const { from, until } = visibleRows(top, 800, 41, 1000);
    const first = Math.floor(Math.max(0, -top) / 41);
    const last = Math.min(1000, Math.ceil((800 - top) / 41));
    expect(from).toBeLessThanOrEqual(first);
    expect(until).toBeGreaterThanOrEqual(last);
  }
});

test("draws a list to its end if it became shorter than the scroll position", () => {
  expect(visibleRows(-100_000, 800, 40, 30)).toEqual({ from: 9, until: 30 });
  expect(visibleRows(0, 800, 40, 0)).toEqual({ from: 0, until: 0 });
});
