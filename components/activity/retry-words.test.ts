import { expect, test } from "vitest";
import { retryWords } from "./retry-words.ts";

test.each([
  [{ completed: 1, failed: 0, cancelled: 0 }, "1 job completed; none failed again."],
  [
    { completed: 1_200, failed: 1, cancelled: 0 },
    "1,200 jobs completed and 1 failed again. What failed is in the list, with its reason.",
  ],
  [
    { completed: 0, failed: 3, cancelled: 1 },
    "0 jobs completed, 3 failed again and 1 was cancelled. What failed is in the list, with its reason.",
  ],
  [{ completed: 2, failed: 0, cancelled: 2 }, "2 jobs completed and 2 were cancelled."],
])("%j is told as %j", (outcome, words) => expect(retryWords(outcome)).toBe(words));
