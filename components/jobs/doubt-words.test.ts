import { expect, it } from "vitest";
import type { JobModel, JobStanding } from "#lib/jobs/record/model";
import { standing } from "#lib/testing/standing";
import { doubtTitle, standingWords } from "./doubt-words.tsx";

it.each<[string, number | null, Partial<JobStanding>, string | null]>([
  ["one that waits for nothing", null, {}, null],
  ["one whose answer was lost", null, { doubt: "answer_lost" }, "May be held by the EMR"],
  ["one that is looked for again", null, { state: "running", doubt: "answer_lost" }, "May be held by the EMR"],
  ["one whose answer could not be stored", null, { doubt: "answer_not_stored" }, "Answer not stored"],
  ["one behind another of its record", 12, {}, "Waits for job 12"],
  ["one that has ended", null, { state: "completed" }, null],
])("shows for %s: %4$j", (_case, waiting_for, change, words) => {
  expect(standingWords({ waiting_for } as JobModel, standing(change))).toBe(words);
});

it("distinguishes a lost answer from an answer that could not be stored", () => {
  expect(doubtTitle("answer_lost")).toBe("The EMR may hold this already; its answer was lost");
  expect(doubtTitle("answer_not_stored")).toBe("The EMR answered, and its answer could not be stored here");
});
