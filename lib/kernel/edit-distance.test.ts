import { expect, it } from "vitest";
import { editDistance } from "./edit-distance.ts";

it.each([
  ["smith", "smith", 0],
  ["smyth", "smith", 1],
  ["jon", "john", 1],
  ["whitfeild", "whitfield", 1],
  ["hernandes", "hernandez", 1],
  ["mathew", "matthew", 1],
  ["philipps", "phillips", 2],
  ["gonsales", "gonzalez", 2],
  ["ab", "ba", 1],
  ["", "ab", 2],
  ["smith", "jones", 3],
  ["smith", "smithfield", 3],
])("of %s and %s, and the other way round, is %d", (one, other, distance) => {
  expect([editDistance(one, other, 2), editDistance(other, one, 2)]).toEqual([distance, distance]);
});
