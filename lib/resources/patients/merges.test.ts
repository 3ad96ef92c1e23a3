import { describe, expect, it } from "vitest";
import { mergesOf } from "./merges.ts";

const of = (ehrId: string, replacedBy: string | null, ...replaces: string[]) => ({ ehrId, replacedBy, replaces });
const merged = (...stated: ReturnType<typeof of>[]) => Object.fromEntries(mergesOf(stated));

describe("merges", () => {
  it("are known by either side, or both", () => {
    expect(merged(of("A", "B"), of("B", null))).toEqual({ A: "B" });
    expect(merged(of("A", null), of("B", null, "A"))).toEqual({ A: "B" });
    expect(merged(of("A", "B"), of("B", null, "A"))).toEqual({ A: "B" });
  });

  it("are those that the merged record states, if the two sides differ", () => {
    expect(merged(of("C", null, "A"), of("A", "B"))).toEqual({ A: "B" });
    expect(merged(of("B", null, "A"), of("C", null, "A"))).toEqual({ A: "B" });
  });

  it("may be chained", () => {
    expect(merged(of("A", "B"), of("B", "C"), of("D", null, "C"))).toEqual({ A: "B", B: "C", C: "D" });
  });

  it("do not hold in a circle, and those that lead into it end there", () => {
    expect(merged(of("A", "A"))).toEqual({});
    expect(merged(of("A", null, "A"))).toEqual({});
    expect(merged(of("A", "B"), of("B", "A"))).toEqual({});
    expect(merged(of("A", "B"), of("B", "C"), of("C", "B"))).toEqual({ A: "B" });
    expect(merged(of("A", "B", "B"), of("B", null))).toEqual({});
  });
});
