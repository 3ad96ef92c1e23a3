import { describe, expect, it } from "vitest";
import type { JobStanding } from "#lib/job-record/model";
import { WAITING_CODES, type WaitingCode } from "#lib/kernel/waiting-codes";
import { jobWait, spokenState } from "./job-wait.ts";
import { nextAttemptOf } from "./next-attempt.ts";

const AT = "2026-03-02T15:00:00.000Z";
const JOB = { waiting_for: null, waiting_code: null, next_attempt_at: null, finished_at: null };
const QUEUED: JobStanding = {
  version: 3,
  state: "queued",
  retrying: false,
  doubt: null,
  needs_person: false,
  received: false,
};
const RETRYING = { ...QUEUED, retrying: true };

describe("what a job waits for is heard as it is seen", () => {
  it.each<[WaitingCode, ReturnType<typeof jobWait>, string]>([
    ["held", "hold", "is about to be sent"],
    ["attempt_failed", "attempt", "waits for its next attempt"],
    ["limit_reached", "attempt", "waits for its next attempt"],
    ["login_lost", "login", "waits until the EMR has its login again"],
    ["emr_event", "event", "waits for the EMR to report its outcome"],
    ["event_read", "attempt", "waits for its next attempt"],
    ["log_searched", "log", "waits while the EMR is searched for it"],
    ["answer_not_stored", "attempt", "waits for its next attempt"],
  ])("%s", (waiting_code, wait, spoken) => {
    const job = { ...JOB, waiting_code, next_attempt_at: AT };
    expect([jobWait(job, RETRYING), spokenState(job, RETRYING)]).toEqual([wait, spoken]);
  });

  it("names a next attempt for those codes alone whose next attempt is shown", () => {
    for (const waiting_code of Object.keys(WAITING_CODES) as WaitingCode[]) {
      if (waiting_code === "held") continue;
      const job = { ...JOB, waiting_code, next_attempt_at: AT };
      const isShown = nextAttemptOf(job) !== null;
      expect([waiting_code, spokenState(job, RETRYING).includes("next attempt")]).toEqual([waiting_code, isShown]);
    }
  });

  it("a person, another job, and the record that the stream's message precedes", () => {
    const left = { ...JOB, waiting_code: "outcome_unknown" as const };
    expect(spokenState(left, { ...QUEUED, needs_person: true })).toBe("waits for a person");
    expect(spokenState({ ...JOB, waiting_for: 7 }, QUEUED)).toBe("waits for another job of the same record");
    expect(spokenState({ ...JOB, waiting_for: 7 }, { ...QUEUED, state: "running" })).toBe("running");
    expect(spokenState(JOB, RETRYING)).toBe("accepted");
    expect(spokenState({ ...JOB, finished_at: AT }, { ...QUEUED, state: "running" })).toBe("running");
    expect(spokenState({ ...JOB, next_attempt_at: AT }, { ...QUEUED, state: "completed" })).toBe("completed");
  });
});
