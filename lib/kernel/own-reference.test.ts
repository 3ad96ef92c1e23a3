import { expect, it } from "vitest";
import { isOwnReference, ownReference } from "./own-reference.ts";

it("reference numbers of our own are unlike each other and known again", () => {
  const made = Array.from({ length: 2_000 }, () => ownReference("2026-03-02"));
  expect(new Set(made).size).toBe(made.length);
  for (const each of made) expect(each).toMatch(/^R-20260302-[2-9A-Z]{6}$/);
  expect(made.every(isOwnReference)).toBe(true);
});

it.each(["", "R-20260302", "CHK-7", "R-20260302-ABC12O", 7, null])("%j is none of ours", (value) =>
  expect(isOwnReference(value)).toBe(false),
);
