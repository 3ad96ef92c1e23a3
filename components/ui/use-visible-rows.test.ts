import { expect, test } from "vitest";
import { visibleRows } from "./use-visible-rows.ts";

test("at the top the first rows are drawn, with some ahead", () => {
  expect(visibleRows(200, 800, 40, 50_000)).toEqual({ from: 0, until: 40 });
});

test("far down only what is in sight and around it is drawn", () => {
  const { from, until } = visibleRows(-1_000_000, 800, 40, 50_000);
  expect(from).toBe(24_980);
  expect(until).toBe(25_050);
});

test("every row that is in sight is drawn, wherever one has scrolled to", () => {
  for (let top = 300; top > -41 * 1000; top -= 37) {
    const { from, until } = visibleRows(top, 800, 41, 1000);
    const first = Math.floor(Math.max(0, -top) / 41);
    const last = Math.min(1000, Math.ceil((800 - top) / 41));
    expect(from).toBeLessThanOrEqual(first);
    expect(until).toBeGreaterThanOrEqual(last);
  }
});

test("a list that became shorter than where one has scrolled to is drawn to its end", () => {
  expect(visibleRows(-100_000, 800, 40, 30)).toEqual({ from: 9, until: 30 });
  expect(visibleRows(0, 800, 40, 0)).toEqual({ from: 0, until: 0 });
});
