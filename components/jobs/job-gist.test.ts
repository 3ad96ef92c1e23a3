import { expect, test } from "vitest";
import { operationIds } from "#lib/catalog/catalog";
import { samples } from "#lib/catalog/generated/samples";
import type { JobModel } from "#lib/job-record/model";
import { jobAmount, jobGist, jobReference } from "./job-gist.tsx";

const gist = (type: string, request: Record<string, unknown>) =>
  jobGist({ type, request } as JobModel, (code) => (code === "ARR" ? "Arrived" : code));

test("a job is distinguished from others of its type by its request", () => {
  expect([
    gist("patient-notes:create", { subject: "Follow-up call", note: "Said the rash is gone" }),
    gist("orders:create", { type: "lab", item_ids: ["LAB-1", "LAB-2"] }),
    gist("orders:create", { type: "imaging", item_ids: ["IMG-1"] }),
    gist("recall-actions:create", { action_taken: "Letter sent", note: "To the new address" }),
    gist("appointments:update", { emr_appointment_id: "7", status: "ARR" }),
    gist("claims:fetch", { claim_ids: ["1", "2"] }),
    gist("claims:fetch", { service_date: "2026-03-02" }),
    gist("payments:create", { amount: 12.5, payment_method: "Cash" }),
    gist("referrals:update", { status: "Scheduled", location_id: "L1", callback_urls: ["https://a.example"] }),
    gist("messages:create", { subject: "", message: "Private" }),
    gist("org-settings:fetch", {}),
  ]).toEqual([
    "Follow-up call",
    "2 lab items",
    "1 imaging item",
    "Letter sent",
    "Arrived",
    "2 claims",
    "Service date Mar 2, 2026",
    "$12.50 · Cash",
    "Changes status, location",
    "",
    "",
  ]);
});

test("every operation summarizes its own sample, without the text of a note or message", () => {
  const silent = operationIds.filter((id) => gist(id, samples[id].request) === "");
  expect(silent).toEqual(["org-settings:fetch"]);
  for (const type of ["patient-notes:create", "messages:create", "recall-actions:create"]) {
    expect(gist(type, { note: "SECRET", message: "SECRET" })).not.toContain("SECRET");
  }
});

test("only payments have an amount", () => {
  expect(jobAmount({ type: "payments:create", request: { amount: 12.5 } })).toBe(12.5);
  expect(jobAmount({ type: "payments:create", request: {} })).toBeNull();
  expect(jobAmount({ type: "tasks:create", request: { amount: 12.5 } })).toBeNull();
});

test("the reference is the one that was sent, or the EMR's id", () => {
  expect(jobReference({ type: "payments:create", request: { reference_number: " CHK-9 " } })).toEqual({
    label: "Reference number",
    value: "CHK-9",
  });
  expect(jobReference({ type: "appointments:update", request: { emr_appointment_id: "7" } })).toEqual({
    label: "Appointment",
    value: "7",
  });
  expect(jobReference({ type: "messages:create", request: { subject: "Refill" } })).toBeNull();
});
