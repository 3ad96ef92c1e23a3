import { expect, it } from "vitest";
import { ageOn } from "./age.ts";

it.each([
  ["1980-05-01", "2026-04-30", "45"],
  ["1980-05-01", "2026-05-01", "46"],
  ["2024-11-23", "2026-11-22", "23 mo"],
  ["2024-11-23", "2026-11-23", "2"],
  ["2026-11-23", "2026-11-23", "0 mo"],
  ["2027-01-01", "2026-11-23", ""],
  [null, "2026-11-23", ""],
])("a person born on %j is on %s of age %j", (born, day, age) => {
  expect(ageOn(born, day)).toBe(age);
});
