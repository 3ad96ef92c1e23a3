import { describe, expect, it } from "vitest";
import { holdRows } from "./held-rows.ts";

const row = (id: string, status = "running") => ({ id, status });
const hold = (shown: string[], latest: string[], addsBelow = true) => {
  const { rows, left } = holdRows(
    shown.map((id) => row(id)),
    latest.map((id) => row(id)),
    ({ id }) => id,
    addsBelow,
  );
  return [rows.map(({ id }) => id).join(""), [...left].join("")];
};

describe("holdRows", () => {
  it("updates a row in place", () => {
    const { rows } = holdRows([row("a"), row("b")], [row("b", "completed"), row("a")], ({ id }) => id, true);
    expect(rows).toEqual([row("a"), row("b", "completed")]);
  });

  it.each([
    // New rows above and between.
    ["bd", "abcd", "bd", ""],
    // Another order.
    ["abc", "cba", "abc", ""],
    // Rows that left.
    ["abc", "c", "abc", "ab"],
    ["abc", "", "abc", "abc"],
    ["abc", "xyz", "abc", "abc"],
    // Older rows that were loaded below.
    ["ab", "abcd", "abcd", ""],
    ["abc", "xacyz", "abcyz", "b"],
  ])("of %s and then %s shows %s, and %j as left", (shown, latest, rows, left) =>
    expect(hold([...shown], [...latest])).toEqual([rows, left]),
  );

  it("shows of a row that has left the list what became of it, if that is known", () => {
    const rows = [row("a"), row("b")];
    const known = [row("a", "completed"), row("b"), row("c")];
    const held = holdRows(rows, [row("b")], ({ id }) => id, true, known);
    expect(held).toEqual({ rows: [row("a", "completed"), row("b")], left: new Set(["a"]) });
  });

  it("adds no row below in a list of the first few", () =>
    expect(hold([..."abc"], [..."bcd"], false)).toEqual(["abc", "a"]));
});
