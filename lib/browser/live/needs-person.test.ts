import { expect, it } from "vitest";
import type { JobModel } from "#lib/jobs/record/model";
import { ANSWER_NOT_STORED } from "#lib/jobs/record/unstored";
import { isUnstored, needsPerson } from "./needs-person.ts";

const left = { status: "queued", ambiguous: true, next_attempt_at: null, waiting_for: null } as const;

it.each<[string, Partial<JobModel>, boolean]>([
  ["a job that was left to a person", {}, true],
  ["one that is tried again by itself", { next_attempt_at: "2026-03-02T10:00:05Z" }, false],
  ["one that waits for another", { waiting_for: 12 }, false],
  ["one that the EMR cannot hold", { ambiguous: false }, false],
  ["one that runs", { status: "running" }, false],
])("%s", (_case, change, expected) => {
  expect(needsPerson({ ...left, ...change })).toBe(expected);
});

it("waits for nobody any more once the page has heard of something newer", () => {
  expect(needsPerson(left, "completed")).toBe(false);
  // The page has heard that the attempt ended, and has yet to read what came of it.
  expect(needsPerson({ ...left, status: "running" }, "queued")).toBe(false);
});

it("tells an answer that could not be stored from one that was lost", () => {
  expect(isUnstored({ waiting_reason: `${ANSWER_NOT_STORED}it breaks the constraint not_sent` })).toBe(true);
  expect(isUnstored({ waiting_reason: "The connection was lost before the EMR answered" })).toBe(false);
  expect(isUnstored({ waiting_reason: null })).toBe(false);
});
