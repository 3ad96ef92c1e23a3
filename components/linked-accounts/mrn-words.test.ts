import { expect, it } from "vitest";
import { mrnSystemWords } from "./mrn-words.ts";

const found = { system: "urn:oid:1.2", name: "MRN", patients: 98, of: 100, shared: 0, examples: ["100", "101"] };

it("shows who carries an identifier, with values of real patients", () => {
  expect(mrnSystemWords(found)).toEqual(["urn:oid:1.2", "98 of 100 patients: 100, 101"]);
});

it("does not repeat the system of an identifier without a name", () => {
  expect(mrnSystemWords({ ...found, name: null })).toEqual(["98 of 100 patients: 100, 101"]);
});

it("warns about values that patients share", () => {
  expect(mrnSystemWords({ ...found, shared: 4 }).at(-1)).toBe(
    "4 patients share their value with another one: nothing can be written for them",
  );
});
