import { beforeEach, describe, expect, it } from "vitest";
import { POST as cancelJob } from "#app/v1/jobs/[job_id]/cancel/route.ts";
import { POST as retryJob } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { GET as listJobs } from "#app/v1/jobs/route.ts";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { POST as createService } from "#app/v1/services/route.ts";
import { openApiDocument } from "#lib/api/openapi/document";
import { FAILURE_CODES } from "#lib/kernel/failure-reasons";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
});

async function pay(change: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<number> {
  const body = { ...aPayment, ...change };
  const answer = await call(createPayment, "POST", "/payments", { body, headers: { ...clinic.headers, ...headers } });
  expect(answer.status).toBe(202);
  return answer.body.job_id;
}

async function failedPayment(): Promise<number> {
  const jobId = await pay({ payment_method: "Barter" });
  await jobs.run(jobId);
  return jobId;
}

const UNKNOWN = [{ code: "value_not_found", description: "payment method not configured in the EMR: Barter" }];

const act = (handler: typeof cancelJob, verb: string, jobId: number) =>
  call(handler, "POST", `/jobs/${jobId}/${verb}`, { headers: clinic.headers, params: { job_id: String(jobId) } });

describe("a job's reasons", () => {
  it("say in a code why the EMR refused, in the list and in the job, and not in its event", async () => {
    const jobId = await failedPayment();
    expect((await jobs.read(jobId)).reasons).toEqual(UNKNOWN);
    const list = await call(listJobs, "GET", "/jobs", { headers: clinic.headers });
    expect(list.body.jobs[0]).toMatchObject({ job_id: jobId, reasons: UNKNOWN });
    const [failed] = await jobs.eventsOf(jobId);
    expect(Object.keys(failed?.data ?? {})).toEqual(["payment_id", "failure_reason"]);
  });

  it.each([
    ["team_not_found", { team: "No such team" }],
    ["not_in_billing_matrix", { service_type: "No such type" }],
    ["missing_answers", { answers: {} }],
  ])("are %s for a service", async (code, change) => {
    const body = {
      patient_mrn: "MRN-1",
      team: "Behavioral Health",
      service_type: "Depression Screening",
      form_id: "PHQ-2",
      answers: { Q1: "2", Q2: "3" },
      ...change,
    };
    const answer = await call(createService, "POST", "/services", { headers: clinic.headers, body });
    expect(answer.status).toBe(202);
    await jobs.run(answer.body.job_id);
    const { status, reasons, failure_reason } = await jobs.read(answer.body.job_id);
    expect([status, reasons]).toEqual(["failed", [{ code, description: failure_reason }]]);
  });

  it("are those of an EMR that did not answer until no attempt was left, and none while one is", async () => {
    const jobId = await pay();
    await jobs.behave("outage = true");
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", reasons: [] });
    await database.asOwner("UPDATE job SET attempts = 7, next_attempt_at = now() WHERE id = $1", [jobId]);
    await jobs.run(jobId);
    const reasons = [{ code: "emr_unavailable", description: "The EMR is out of service" }];
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", reasons });
  });

  it("stay with the failed job when it is retried or corrected, and the next one begins without", async () => {
    const [first, second] = [await failedPayment(), await failedPayment()];
    const retried = (await act(retryJob, "retry", first)).body.job_id;
    const corrected = await pay({ payment_method: "cash" }, { "x-corrects-job": String(second) });
    for (const jobId of [retried, corrected]) expect((await jobs.read(jobId)).reasons).toEqual([]);
    await jobs.run(corrected);
    expect(await jobs.read(corrected)).toMatchObject({ status: "completed", reasons: [] });
    for (const jobId of [first, second]) expect((await jobs.read(jobId)).reasons).toEqual(UNKNOWN);
  });

  it("say that a job was cancelled", async () => {
    const jobId = await pay();
    expect((await act(cancelJob, "cancel", jobId)).status).toBe(202);
    const reasons = [{ code: "cancelled", description: "cancelled" }];
    expect(await jobs.read(jobId)).toMatchObject({ status: "cancelled", reasons });
  });

  it("are none for a job that failed before codes were kept", async () => {
    const jobId = await failedPayment();
    await database.asOwner("UPDATE job SET reasons = NULL WHERE id = $1", [jobId]);
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", reasons: [], failure_reason: expect.any(String) });
  });

  it("have the codes that the API document publishes", () => {
    const schemas = openApiDocument().components?.schemas as Record<string, { enum?: string[]; description?: string }>;
    expect(schemas.FailureCode?.enum).toEqual(Object.keys(FAILURE_CODES));
    for (const meaning of Object.values(FAILURE_CODES)) expect(schemas.FailureCode?.description).toContain(meaning);
  });
});
