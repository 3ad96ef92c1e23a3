import { expect, it } from "vitest";
import { countWords } from "./count-words.ts";

it("counts what is loaded and, if it is known, what there is", () => {
  const things = ["claim", "claims"] as const;
  expect(countWords(things, { loaded: 1, total: 1, hasMore: false })).toBe("1 claim");
  expect(countWords(things, { loaded: 312, total: null, hasMore: false })).toBe("312 claims");
  expect(countWords(things, { loaded: 500, total: 2000, hasMore: true })).toBe("1–500 of 2,000 claims");
  expect(countWords(things, { loaded: 500, total: null, hasMore: true })).toBe("500 claims, more follow");
});
