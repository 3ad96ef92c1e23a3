import { array, assert, integer, property, record } from "fast-check";
import { expect, it } from "vitest";
import { inLanes } from "./lanes.ts";

const lanesOf = (...spans: [from: number, until: number][]) =>
  inLanes(spans.map(([from, until]) => ({ from, until }))).map(({ item, lane, lanes }) => [item.from, lane, lanes]);

it("uses the whole width for records that follow one another", () => {
  expect(lanesOf([0, 20], [20, 40])).toEqual([
    [0, 0, 1],
    [20, 0, 1],
  ]);
});

it("places only overlapping records side by side", () => {
  expect(lanesOf([10, 30], [0, 20], [40, 50])).toEqual([
    [0, 0, 2],
    [10, 1, 2],
    [40, 0, 1],
  ]);
});

it("reuses a lane that is free again", () => {
  expect(lanesOf([0, 60], [0, 20], [20, 40])).toEqual([
    [0, 0, 2],
    [0, 1, 2],
    [20, 1, 2],
  ]);
});

it("places every record, and no two at the same place", () => {
  const span = record({ from: integer({ min: 0, max: 200 }), length: integer({ min: 1, max: 60 }) });
  assert(
    property(array(span, { maxLength: 40 }), (given) => {
      const placed = inLanes(given.map(({ from, length }) => ({ from, until: from + length })));
      expect(placed).toHaveLength(given.length);
      for (const [index, one] of placed.entries()) {
        expect(one.lane).toBeLessThan(one.lanes);
        for (const other of placed.slice(index + 1)) {
          const apart = one.item.until <= other.item.from || other.item.until <= one.item.from;
          expect(apart || one.lane !== other.lane).toBe(true);
          if (!apart) expect(one.lanes).toBe(other.lanes);
        }
      }
    }),
  );
});
