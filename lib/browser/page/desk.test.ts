import { expect, test } from "vitest";
import { deskOf, EVERYBODY, isAt } from "./desk.ts";

const visit = { location: "North", provider_ehr_id: "7" };

test("a desk has the visits of its locations that are with its providers", () => {
  expect(isAt(EVERYBODY, visit)).toBe(true);
  expect(isAt({ locations: ["North", "South"], providers: [] }, visit)).toBe(true);
  expect(isAt({ locations: ["South"], providers: [] }, visit)).toBe(false);
  expect(isAt({ locations: [], providers: ["7"] }, visit)).toBe(true);
  expect(isAt({ locations: ["North"], providers: ["8"] }, visit)).toBe(false);
});

test("a stored text that says no desk is everybody's", () => {
  for (const text of [null, "", "{", "null", "7", '"North"', '{"locations":"North"}', '{"providers":[7,null]}'])
    expect(deskOf(text), String(text)).toEqual(EVERYBODY);
  expect(deskOf('{"locations":["North"],"providers":["7"]}')).toEqual({ locations: ["North"], providers: ["7"] });
});
