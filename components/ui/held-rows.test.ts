import { describe, expect, it } from "vitest";
import { holdRows } from "./held-rows.ts";

const row = (id: number, status = "running") => ({ id, status });
const hold = (shown: ReturnType<typeof row>[], latest: ReturnType<typeof row>[]) =>
  holdRows(shown, latest, ({ id }) => id);

describe("holdRows", () => {
  it("holds back new rows and updates displayed ones in place", () => {
    expect(hold([row(5), row(4)], [row(7), row(6), row(5, "completed"), row(4)])).toEqual({
      rows: [row(5, "completed"), row(4)],
      waiting: 2,
    });
  });

  it("keeps a row that no longer matches, and appends older rows", () => {
    expect(hold([row(5), row(4)], [row(5), row(3)])).toEqual({ rows: [row(5), row(4), row(3)], waiting: 0 });
  });

  it("shows everything if nothing was shown before", () => {
    expect(hold([], [row(2), row(1)])).toEqual({ rows: [row(2), row(1)], waiting: 0 });
  });
});
