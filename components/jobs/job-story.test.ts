import { describe, expect, it } from "vitest";
import type { JobDetailModel, TimelineEntry } from "#lib/job-record/model";
import { standing } from "#lib/testing/standing";
import { curlFor } from "./curl.ts";
import { isMoving, jobStory, nextNumber } from "./job-story.ts";

const second = (number: number) => `2026-03-02T10:00:${String(number).padStart(2, "0")}.000Z`;
const entry = (
  kind: TimelineEntry["kind"],
  at: number,
  attempt: number | null = null,
  detail: TimelineEntry["detail"] = null,
): TimelineEntry => ({ kind, at: second(at), attempt, detail });
const delivery = (id: string, target: string, at: number, attempt: number | null, more: Record<string, unknown>) =>
  entry("delivery", at, attempt, { delivery_id: id, target, next_attempt_at: null, ...more });

const story = (timeline: TimelineEntry[], change: Partial<JobDetailModel> = {}) =>
  jobStory({
    job_id: 1,
    type: "payments:create",
    status: "completed",
    patient_mrn: null,
    patient_name: null,
    actor: { kind: "user", id: "u", name: "Dana" },
    request: {},
    identifiers: {},
    metadata: {},
    result: null,
    failure_reason: null,
    reasons: [],
    conflicts: [],
    attempts: 1,
    next_attempt_at: null,
    standing: standing(),
    waiting_reason: null,
    waiting_code: null,
    ambiguous: false,
    waiting_for: null,
    warnings: [],
    created_at: second(0),
    finished_at: null,
    forgotten_at: null,
    retry_of: null,
    retried_as: null,
    refused: false,
    ...change,
    timeline,
  });

describe("jobStory", () => {
  it("returns each attempt with its reason, and marks an attempt whose process died", () => {
    const { attempts, startedAt } = story([
      entry("accepted", 0),
      entry("attempt_started", 1, 1),
      entry("attempt_failed", 2, 1, { reason: "The EMR answered 503", counted: true, outcome: "failed" }),
      entry("attempt_started", 5, 2),
      entry("attempt_failed", 9, 2, { reason: "The process that ran it ended", counted: false, outcome: "lost" }),
      entry("attempt_started", 10, 2),
      entry("completed", 11, 2),
    ]);
    expect(startedAt).toBe(second(1));
    expect(attempts.map(({ number, outcome, reason }) => [number, outcome, reason])).toEqual([
      [1, "failed", "The EMR answered 503"],
      [2, "lost", "The process that ran it ended"],
      [2, "succeeded", null],
    ]);
  });

  it("marks an answer that could not be stored, and counts neither that attempt nor a lost one", () => {
    const { attempts } = story([
      entry("attempt_started", 1, 1),
      entry("attempt_failed", 2, 1, { reason: "The EMR answered 503", counted: true, outcome: "failed" }),
      entry("attempt_started", 5, 2),
      entry("attempt_failed", 9, 2, { reason: "The process that ran it ended", counted: false, outcome: "lost" }),
      entry("attempt_started", 10, 2),
      entry("attempt_failed", 11, 2, { reason: "It has a character", counted: false, outcome: "unstored" }),
      entry("attempt_started", 12, 2),
      entry("attempt_failed", 13, 2, { reason: "The limit is reached", counted: false, outcome: "postponed" }),
    ]);
    expect(attempts.map(({ outcome }) => outcome)).toEqual(["failed", "lost", "unstored", "postponed"]);
    expect(nextNumber(attempts)).toBe(2);
  });

  it("keeps the latest attempt of each target, partners first and the console's own inbox last", () => {
    const { deliveries } = story([
      delivery("d1", "inbox", 3, 1, { status: "succeeded", status_code: 200, duration_ms: 12 }),
      delivery("d2", "https://partner.example/hook", 3, 1, { status: "succeeded", status_code: 500, duration_ms: 40 }),
      delivery("d2", "https://partner.example/hook", 8, 2, { status: "succeeded", status_code: 204, duration_ms: 31 }),
    ]);
    expect(deliveries.map(({ url, statusCode, durationMs, tries }) => [url, statusCode, durationMs, tries])).toEqual([
      ["https://partner.example/hook", 204, 31, 2],
      [null, 200, 12, 1],
    ]);
  });

  it("names the event of each delivery, in order of arrival", () => {
    const { deliveries } = story([
      entry("event", 3, null, { event_id: "e1", type: "claim.created", envelope: {} }),
      entry("event", 4, null, { event_id: "e2", type: "claim.live_fetch_completed", envelope: {} }),
      delivery("d1", "inbox", 5, null, { event_id: "e2", status: "pending" }),
      delivery("d2", "https://partner.example/hook", 5, null, { event_id: "e1", status: "pending" }),
      delivery("d3", "https://partner.example/hook", 6, null, { event_id: "e2", status: "pending" }),
    ]);
    expect(deliveries.map(({ url, eventType }) => [url, eventType])).toEqual([
      ["https://partner.example/hook", "claim.created"],
      ["https://partner.example/hook", "claim.live_fetch_completed"],
      [null, "claim.live_fetch_completed"],
    ]);
  });

  it("continues until the outcome exists and every target has received it", () => {
    const pending = story([delivery("d2", "https://partner.example/hook", 3, null, { status: "pending" })]);
    expect(pending.deliveries[0]).toMatchObject({ at: null, tries: 0 });
    expect(isMoving("completed", pending)).toBe(true);
    expect(isMoving("completed", story([]))).toBe(false);
    expect(isMoving("running", story([]))).toBe(true);
  });

  it("returns the event as it was sent", () => {
    const envelope = { id: "e", type: "payment.created" };
    expect(story([entry("event", 4, null, { event_id: "e", type: "payment.created", envelope })]).envelope).toEqual(
      envelope,
    );
    expect(story([]).envelope).toBeNull();
  });
});

describe("curlFor", () => {
  it("quotes for the shell and contains no credentials", () => {
    const curl = curlFor("POST", "https://console.example/v1/payments", { notes: "patient's copay" });
    expect(curl).toContain(`-d '{"notes":"patient'\\''s copay"}'`);
    expect(curl).toContain("access_token: <ACCESS_TOKEN>");
  });
});
