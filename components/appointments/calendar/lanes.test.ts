import { array, assert, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { inFewLanes, inLanes } from "./lanes.ts";

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

describe("few lanes", () => {
  const given = (...spans: [from: number, until: number][]) => spans.map(([from, until]) => ({ from, until }));
  const few = (items: { from: number; until: number }[], all: number, crowded: number) => {
    const { placed, crowds } = inFewLanes(items, { all, crowded }, 15);
    return {
      placed: placed.map(({ item, lane, lanes, isCrowded }) => [item.from, lane, lanes, isCrowded]),
      crowds: crowds.map(({ from, until, items: held }) => [from, until, held.length]),
    };
  };

  it("are those of all items while they have room", () => {
    expect(few(given([0, 20], [0, 20], [30, 40]), 2, 1)).toEqual({
      placed: [
        [0, 0, 2, false],
        [0, 1, 2, false],
        [30, 0, 1, false],
      ],
      crowds: [],
    });
  });

  it("hold back the items without room, those that begin together as one", () => {
    const thirty = Array.from({ length: 30 }, (): [number, number] => [0, 20]);
    expect(few(given(...thirty, [20, 40]), 3, 2)).toEqual({
      placed: [
        [0, 0, 2, true],
        [0, 1, 2, true],
        [20, 0, 1, false],
      ],
      crowds: [[0, 15, 28]],
    });
    const chain = given([0, 60], [0, 20], [0, 10], [30, 50], [30, 40]);
    expect(few(chain, 2, 1).crowds).toEqual([
      [0, 15, 2],
      [30, 45, 2],
    ]);
  });

  it("keep every item once", () => {
    const span = record({ from: integer({ min: 0, max: 200 }), length: integer({ min: 1, max: 60 }) });
    const room = record({ all: integer({ min: 1, max: 4 }), crowded: integer({ min: 0, max: 4 }) });
    assert(
      property(array(span, { maxLength: 40 }), room, (made, { all, crowded }) => {
        const items = made.map(({ from, length }) => ({ from, until: from + length }));
        const found = inFewLanes(items, { all, crowded: Math.min(all, crowded) }, 15);
        const kept = [...found.placed.map(({ item }) => item), ...found.crowds.flatMap(({ items: held }) => held)];
        expect(new Set(kept).size).toBe(items.length);
        for (const { lane, lanes } of found.placed) expect(lane).toBeLessThan(lanes);
        for (const [at, { from }] of found.crowds.entries()) {
          expect(found.crowds[at - 1]?.until ?? 0).toBeLessThanOrEqual(from);
        }
      }),
    );
  });
});
