import { expect, test } from "vitest";
import { refusedWords, retryWords, supersededWords } from "./retry-words.ts";

test.each([
  [{ completed: 1, failed: 0, cancelled: 0 }, "1 job completed; none failed again."],
  [
    { completed: 1_200, failed: 1, cancelled: 0 },
    "1,200 jobs completed and 1 failed again. Failed jobs are in the list, with their reasons.",
  ],
  [
    { completed: 0, failed: 3, cancelled: 1 },
    "0 jobs completed, 3 failed again and 1 was cancelled. Failed jobs are in the list, with their reasons.",
  ],
  [{ completed: 2, failed: 0, cancelled: 2 }, "2 jobs completed and 2 were cancelled."],
])("%j is described as %j", (outcome, words) => expect(retryWords(outcome)).toBe(words));

test.each([
  [0, ""],
  [1, "1 job is left out: a newer change of its record was accepted, and trying it again would undo it."],
  [2, "2 jobs are left out: a newer change of their record was accepted, and trying them again would undo it."],
])("%i superseded jobs are described as %j", (superseded, words) => expect(supersededWords(superseded)).toBe(words));

test.each([
  [1, "The EMR refused it for good and would refuse its request again, unless something has changed there."],
  [2, "The EMR refused them for good and would refuse their requests again, unless something has changed there."],
])("%i refused jobs are described as %j", (refused, words) => expect(refusedWords(refused)).toContain(words));
