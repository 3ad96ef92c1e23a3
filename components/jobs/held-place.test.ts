import { expect, it } from "vitest";
import { isCovered } from "./held-place.ts";

it.each([
  ["nothing", undefined, false],
  ["a button in the upper half", { top: 200, bottom: 232 }, false],
  ["a button at the bottom", { top: 700, bottom: 732 }, true],
  ["a button that the list would touch", { top: 480, bottom: 521 }, true],
  ["the whole page", { top: 0, bottom: 800 }, false],
  ["a column that reaches the bottom", { top: 56, bottom: 900 }, false],
])("the list of held jobs makes room for %s: %j is %s", (_what, pointed, covered) => {
  expect(isCovered(pointed, 800)).toBe(covered);
});
