import { describe, expect, it } from "vitest";
import { decisionOf, exactOr } from "./decision.ts";

const choice = (id: string, more = {}) => ({ id, name: `Name ${id}`, ...more });

describe("decisionOf", () => {
  it("takes the only match", () => expect(decisionOf([choice("a")])).toEqual(choice("a")));

  it.each([
    ["none", []],
    ["several", [choice("a"), choice("b")]],
    ["several", [choice("a", { near: true }), choice("b")]],
    // One MRN of several patients.
    ["several", [choice("a", { disabled: true })]],
    ["near", [choice("a", { near: true })]],
  ])("takes nothing and says %s", (why, matches) => expect(decisionOf(matches)).toBe(why));
});

describe("exactOr", () => {
  const options = [choice("a"), choice("ab"), { id: "c", name: "Name ab" }];

  it.each([
    ["A ", ["a"]],
    ["name a", ["a"]],
    // Two of one name.
    ["Name ab", ["x"]],
    ["Na", ["x"]],
  ])("%j leaves %j", (text, ids) => expect(exactOr(options, text, [choice("x")]).map(({ id }) => id)).toEqual(ids));
});
