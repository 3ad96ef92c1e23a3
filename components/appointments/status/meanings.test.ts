import { describe, expect, it } from "vitest";
import { meaningsOf } from "./meanings.ts";

const status = (code: string, meaning: Parameters<ReturnType<typeof meaningsOf>["codeOf"]>[0] | null) => ({
  code,
  description: code,
  meaning,
  proposal: null,
});

const FULL = [
  status("S", "booked"),
  status("C", "confirmed"),
  status("A", "arrived"),
  status("A2", "arrived"),
  status("R", "in_room"),
  status("D", "done"),
  status("N", "no_show"),
  status("X", "cancelled"),
  status("W", null),
];

describe("the next step of a visit", () => {
  it.each([
    ["S", "A"],
    ["C", "A"],
    ["A", "R"],
    ["A2", "R"],
    ["R", "D"],
    ["D", undefined],
    ["N", undefined],
    ["X", undefined],
    ["W", undefined],
    ["unknown", undefined],
  ])("of %s is %s", (code, next) => expect(meaningsOf(FULL).nextOf(code)).toBe(next));

  it("leaves out a step for which the practice has no status", () => {
    const meanings = meaningsOf(FULL.filter(({ meaning }) => meaning !== "in_room"));
    expect(meanings.nextOf("A")).toBe("D");
  });

  it("is none while nothing is mapped", () => {
    expect(meaningsOf([status("S", null), status("A", null)]).nextOf("S")).toBeUndefined();
  });
});

it("a patient is expected while the visit is booked or confirmed", () =>
  expect(FULL.filter(({ code }) => meaningsOf(FULL).isExpected(code)).map(({ code }) => code)).toEqual(["S", "C"]));
