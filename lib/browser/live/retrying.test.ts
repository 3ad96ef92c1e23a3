import { expect, it } from "vitest";
import { isRetrying } from "./retrying.ts";

it.each([
  ["a job that was just accepted", "queued", 0, null, false],
  ["a job whose first attempt failed", "queued", 1, "2026-03-02T10:00:05Z", true],
  ["a job whose next time this page has yet to read", "queued", 1, null, true],
  ["a job that is being tried again", "running", 1, null, false],
  ["a job that gave up", "failed", 8, null, false],
] as const)("%s", (_case, state, attempts, next_attempt_at, expected) => {
  const job = { status: state, attempts, next_attempt_at, ambiguous: false, waiting_for: null };
  expect(isRetrying(job, state)).toBe(expected);
});

it("a job that waits for a person is not tried again by itself", () => {
  const job = { status: "queued", attempts: 8, next_attempt_at: null, ambiguous: true, waiting_for: null } as const;
  expect(isRetrying(job, "queued")).toBe(false);
});
