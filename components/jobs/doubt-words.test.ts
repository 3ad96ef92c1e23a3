import { expect, it } from "vitest";
import type { JobModel, JobStanding } from "#lib/job-record/model";
import { standing } from "#lib/testing/standing";
import { doubtTitle, standingWords } from "./doubt-words.tsx";

it.each<[string, number | null, Partial<JobStanding>, string | null]>([
  ["a job that can run", null, {}, null],
  ["a lost answer", null, { doubt: "answer_lost" }, "May be held by the EMR"],
  ["a lost answer that is looked up", null, { state: "running", doubt: "answer_lost" }, "May be held by the EMR"],
  ["an answer that could not be stored", null, { doubt: "answer_not_stored" }, "Answer not stored"],
  ["a job that waits for another of its record", 12, {}, "Waits for job 12"],
  ["an ended job", null, { state: "completed" }, null],
])("shows for %s: %4$j", (_case, waiting_for, change, words) => {
  expect(standingWords({ waiting_for } as JobModel, standing(change))).toBe(words);
});

it("distinguishes a lost answer from an answer that could not be stored", () => {
  expect(doubtTitle("answer_lost")).toBe("The EMR may hold this already; its answer was lost");
  expect(doubtTitle("answer_not_stored")).toBe("The EMR answered, and its answer could not be stored here");
});
