import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { JobDetailModel, TimelineEntry } from "#lib/jobs/record/model";
import { type JobNews, jobNews, type NewsByJob, outcomeOf, panelState, rowState } from "./receipts.ts";
import { makeStreamCache } from "./stream-cache.ts";

const at = "2026-03-02T10:00:00.000Z";
const inbox = (status: string): TimelineEntry => ({
  at,
  kind: "delivery",
  attempt: 1,
  detail: { target: "inbox", status },
});
const job = (status: JobDetailModel["status"], timeline: TimelineEntry[] = []): JobDetailModel => ({
  job_id: 1,
  type: "payments:create",
  status,
  patient_mrn: null,
  patient_name: null,
  actor: { kind: "user", id: "u", name: "Dana" },
  request: {},
  identifiers: {},
  result: null,
  failure_reason: null,
  attempts: 1,
  next_attempt_at: null,
  waiting_reason: null,
  ambiguous: false,
  waiting_for: null,
  warnings: [],
  created_at: at,
  finished_at: null,
  forgotten_at: null,
  retry_of: null,
  retried_as: null,
  timeline,
});
const receipt = (outcome: "completed" | "failed") => ({ outcome, envelope: {} });
const news = (change: Partial<JobNews> = {}): JobNews => ({
  status: "running",
  isCancelled: false,
  receipt: null,
  ...change,
});

describe("panelState", () => {
  it("stays running while the job's row has ended and no receipt has come", () => {
    expect(panelState(job("completed"), undefined)).toBe("running");
    expect(panelState(job("completed", [inbox("pending")]), news())).toBe("running");
    expect(panelState(job("failed", [inbox("failed")]), undefined)).toBe("running");
  });

  it("ends with the receipt on the stream, also before the row was read again", () => {
    expect(panelState(job("running"), news({ receipt: receipt("completed") }))).toBe("completed");
    expect(panelState(job("failed"), news({ receipt: receipt("failed") }))).toBe("failed");
    expect(panelState(job("cancelled"), news({ receipt: receipt("failed") }))).toBe("cancelled");
  });

  it("ends cancelled where that was heard before the event, which says that it failed", () => {
    const heard = news({ isCancelled: true, receipt: receipt("failed") });
    expect(panelState(job("queued"), heard)).toBe("cancelled");
    expect(rowState(job("queued"), heard)).toBe("cancelled");
    expect(panelState(job("queued"), news({ isCancelled: true }))).toBe("queued");
  });

  it("ends with the inbox's delivery in the timeline; a partner's own does not count", () => {
    expect(panelState(job("completed", [inbox("succeeded")]), undefined)).toBe("completed");
    const partner = { ...inbox("succeeded"), detail: { target: "https://partner.example/hook", status: "succeeded" } };
    expect(panelState(job("completed", [partner]), undefined)).toBe("running");
  });
});

describe("a job that ended long ago", () => {
  const old = { ...job("completed"), finished_at: at };
  const told: TimelineEntry = { at, kind: "event", attempt: null, detail: null };

  it("has ended where its event was forgotten since: no receipt will come", () => {
    expect(panelState(old, undefined)).toBe("completed");
    expect(panelState({ ...old, timeline: [told] }, undefined)).toBe("running");
    expect(panelState({ ...old, finished_at: new Date().toISOString() }, undefined)).toBe("running");
  });
});

describe("rowState", () => {
  it("trusts the row of a job that nothing was heard of", () => {
    expect(rowState(job("completed"), undefined)).toBe("completed");
  });

  it("agrees with the panel on a job that was seen at work", () => {
    expect(rowState(job("completed"), news())).toBe("running");
    expect(rowState(job("queued"), news())).toBe("running");
    expect(rowState(job("running"), news({ receipt: receipt("completed") }))).toBe("completed");
  });
});

describe("outcomeOf", () => {
  it.each([
    ["payment.created", "completed"],
    ["payment.failed", "failed"],
    ["claim.live_fetch_completed", "completed"],
    ["claim.live_fetch_failed", "failed"],
    ["org_settings.sync_failed", "failed"],
    ["claim.updated", null],
  ])("%s ends its job as %s", (type, outcome) => {
    expect(outcomeOf(type)).toBe(outcome);
  });
});

describe("the stream's cache", () => {
  const client = new QueryClient();
  const cache = makeStreamCache(client, "account");
  const heard = () => client.getQueryData<NewsByJob>(jobNews("account").queryKey)?.get(12);
  const take = (event: string, data: unknown) => cache.take({ event, data: JSON.stringify(data), id: "1" });

  it("takes a completed row as no news, and the webhook's receipt as the end", () => {
    take("job", { job_id: 12, status: "queued", attempt: 1, type: "payments:create", at });
    expect(heard()).toEqual({ status: "queued", isCancelled: false, receipt: null });
    take("job", { job_id: 12, status: "completed", attempt: 2, type: "payments:create", at });
    expect(heard()).toEqual({ status: "running", isCancelled: false, receipt: null });
    take("event", { id: "e", object: "event", type: "payment.created", job_id: "12", created: at, data: {} });
    expect(heard()?.receipt).toMatchObject({ outcome: "completed", envelope: { type: "payment.created" } });
  });

  it("keeps of a cancelled row that its failure event is no failure", () => {
    take("job", { job_id: 12, status: "cancelled", attempt: 0, type: "payments:create", at });
    expect(heard()).toMatchObject({ isCancelled: true });
  });

  it("forgets after a gap what it can no longer vouch for", () => {
    cache.refreshAll();
    expect(heard()).toBeUndefined();
  });
});
