import { array, assert, boolean, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { group4 } from "#lib/testing/fax";
import { isWholeFax } from "./check-fax.ts";
import { runCodes } from "./fax-codes.ts";

const WIDTH = 200;
/** Rows with bars, dots and slanted edges. */
const ROWS = Array.from({ length: 80 }, (_, y) =>
  Array.from({ length: WIDTH }, (__, x) => (x + y) % 37 < 5 || (y % 20 === 0 && x > 20) || x * y === 12),
);

describe("the codes of runs", () => {
  it.each(["white", "black"] as const)("of %s are one for each length, of which none begins another", (color) => {
    const codes = [...runCodes(color)];
    expect(codes.map(([, length]) => length).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 64 }, (_, length) => length),
      ...Array.from({ length: 40 }, (_, index) => (index + 1) * 64),
    ]);
    for (const [code] of codes) {
      expect(codes.filter(([other]) => other.startsWith(code))).toHaveLength(1);
    }
  });
});

describe("Group 4 fax", () => {
  it("is whole if all its rows can be read", () => {
    expect(isWholeFax(group4(ROWS), WIDTH, 80)).toBe(true);
    expect(isWholeFax(group4(ROWS.map((row) => row.map(() => false))), WIDTH, 80)).toBe(true);
    expect(isWholeFax(group4(ROWS.map((row) => row.map(() => true))), WIDTH, 80)).toBe(true);
    const long = [
      Array.from({ length: 6_000 }, (_, x) => x >= 5_800),
      Array.from({ length: 6_000 }, (_, x) => x < 5_900),
    ];
    expect(isWholeFax(group4(long), 6_000, 2)).toBe(true);
  });

  it("is whole whatever its pixels are", () => {
    const pictures = integer({ min: 1, max: 90 }).chain((width) =>
      array(array(boolean(), { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
    );
    assert(property(pictures, (rows) => isWholeFax(group4(rows), rows[0]?.length ?? 0, rows.length)));
  });

  it("is not whole if it is cut off, has other bytes, or is of another size", () => {
    const data = group4(ROWS);
    expect(isWholeFax(data.subarray(0, data.length / 2), WIDTH, 80)).toBe(false);
    expect(
      isWholeFax(
        data.map((byte, at) => (at > 40 && at < 60 ? byte ^ 0x5a : byte)),
        WIDTH,
        80,
      ),
    ).toBe(false);
    expect(isWholeFax(data, WIDTH, 81)).toBe(false);
    expect(isWholeFax(data, WIDTH - 1, 80)).toBe(false);
    expect(isWholeFax(new Uint8Array(), WIDTH, 80)).toBe(false);
  });
});
