import { expect, it } from "vitest";
import { sameValues, withoutEmpties } from "./form-values.ts";

it("keeps zero and false, because they are values", () => {
  expect(withoutEmpties({ a: 0, b: false, c: "", d: undefined, e: Number.NaN, f: null })).toEqual({ a: 0, b: false });
});

it("treats an emptied field like one that was never filled in", () => {
  expect(sameValues({ name: "", role: "staff" }, { role: "staff" })).toBe(true);
  expect(sameValues({ name: "Ann", role: "staff" }, { role: "staff" })).toBe(false);
});
