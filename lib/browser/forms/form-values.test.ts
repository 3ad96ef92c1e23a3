import { expect, it } from "vitest";
import { sameValues, withoutEmpties } from "./form-values.ts";

it("keeps zero and false: they are values", () => {
  expect(withoutEmpties({ a: 0, b: false, c: "", d: undefined, e: Number.NaN, f: null })).toEqual({ a: 0, b: false });
});

it("takes an emptied field for one that was never filled in", () => {
  expect(sameValues({ name: "", role: "staff" }, { role: "staff" })).toBe(true);
  expect(sameValues({ name: "Ann", role: "staff" }, { role: "staff" })).toBe(false);
});
