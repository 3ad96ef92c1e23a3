import { expect, it } from "vitest";
import type { JobModel, JobStatus } from "#lib/jobs/record/model";
import { ANSWER_NOT_STORED } from "#lib/jobs/record/unstored";
import { doubtTitle, standingWords } from "./doubt-words.tsx";

const job = (change: Partial<JobModel>) =>
  ({ status: "queued", ambiguous: false, waiting_for: null, waiting_reason: null, ...change }) as JobModel;
const unstored = { ambiguous: true, waiting_reason: `${ANSWER_NOT_STORED}it has a character that cannot be stored` };

it.each<[string, Partial<JobModel>, JobStatus, string | null]>([
  ["one that waits for nothing", {}, "queued", null],
  ["one whose answer was lost", { ambiguous: true }, "queued", "May be held by the EMR"],
  ["one that is looked for again", { ambiguous: true }, "running", "May be held by the EMR"],
  ["one whose answer could not be stored", unstored, "queued", "Answer not stored"],
  ["one behind another of its record", { waiting_for: 12 }, "queued", "Waits for job 12"],
  ["one that the page has heard the end of", { ambiguous: true }, "completed", null],
])("of %s a list says %4$j", (_case, change, state, words) => {
  expect(standingWords(job(change), state)).toBe(words);
});

it("tells a lost answer from one that could not be stored", () => {
  expect(doubtTitle(job({ ambiguous: true }))).toBe("The EMR may hold this already; its answer was lost");
  expect(doubtTitle(job(unstored))).toBe("The EMR answered, and its answer could not be stored here");
});
