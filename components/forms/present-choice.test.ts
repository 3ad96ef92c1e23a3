import { expect, it } from "vitest";
import { withPresent } from "./present-choice.ts";

const options = ["Cardiology", "Oncology"].map((name) => ({ id: name, name }));

it("offers a present value that the list lacks, and no other", () => {
  expect(withPresent(options, "Sleep medicine").map(({ name }) => name)).toEqual([
    "Sleep medicine",
    "Cardiology",
    "Oncology",
  ]);
  expect(withPresent(options, "Oncology")).toBe(options);
  expect(withPresent(options, "")).toBe(options);
});
