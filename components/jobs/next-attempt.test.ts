import { expect, it } from "vitest";
import { nextAttemptOf } from "./next-attempt.ts";

const at = "2026-03-02T15:00:00.000Z";

it.each([
  ["attempt_failed", at, at],
  ["limit_reached", at, at],
  ["held", at, at],
  [null, null, null],
  ["login_lost", at, null],
  ["emr_event", at, null],
  ["log_searched", at, null],
  ["event_read", at, at],
  ["outcome_unknown", null, null],
  ["login_lost", null, null],
] as const)("of a job that waits for %s at %s is %s", (waiting_code, next_attempt_at, shown) => {
  expect(nextAttemptOf({ waiting_code, next_attempt_at })).toBe(shown);
});
