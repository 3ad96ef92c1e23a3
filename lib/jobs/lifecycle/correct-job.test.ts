import { beforeEach, describe, expect, it } from "vitest";
import { POST as RETRY } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { POST as RETRY_ALL } from "#app/v1/jobs/retry/route.ts";
import { GET as LIST } from "#app/v1/jobs/route.ts";
import { POST as NOTE } from "#app/v1/patient-notes/route.ts";
import { POST } from "#app/v1/payments/route.ts";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { makeSibling, signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
});

const WRONG = { payment_method: "Barter" };

/** Posts a payment that corrects a job; of the integration unless `headers` name another caller. */
const correct = (jobId: number | string, change: object = {}, headers: Record<string, string> = {}) =>
  call(POST, "POST", "/payments", {
    body: { ...aPayment, ...change },
    headers: { ...clinic.headers, "x-corrects-job": String(jobId), ...headers },
  });

const accepted = async (change: object = {}): Promise<number> =>
  (await call(POST, "POST", "/payments", { body: { ...aPayment, ...change }, headers: clinic.headers })).body.job_id;

async function failed(): Promise<number> {
  const jobId = await accepted(WRONG);
  await jobs.run(jobId);
  return jobId;
}

const retry = (jobId: number) =>
  call(RETRY, "POST", `/jobs/${jobId}/retry`, { headers: clinic.headers, params: { job_id: String(jobId) } });

/** Returns the ids of the failures that nothing followed, as the page Today lists them for a colleague. */
const openFailures = async () => {
  const colleague = await signIn(clinic, "staff");
  const { body } = await call(LIST, "GET", "/jobs?status=failed&retried=false", { headers: colleague });
  return body.jobs.map(({ job_id }: { job_id: number }) => job_id);
};

describe("X-Corrects-Job", () => {
  it("settles the failed job: each names the other, and the new one is written under a key of its own", async () => {
    const first = await failed();
    expect(await openFailures()).toEqual([first]);
    const answer = await correct(first);
    expect(answer.status).toBe(202);
    const second = answer.body.job_id;
    expect(await jobs.read(first)).toMatchObject({ status: "failed", retry_of: null, retried_as: second });
    expect(await jobs.read(second)).toMatchObject({ status: "queued", retry_of: first, retried_as: null });
    expect(await openFailures()).toEqual([]);
    await jobs.run(second);
    expect(await jobs.read(second)).toMatchObject({ status: "completed", request: aPayment });
    const keys = await database.asOwner("SELECT DISTINCT emr_idempotency_key FROM job");
    expect(keys).toHaveLength(2);
    expect((await retry(first)).body.message).toBe(`This job was already retried as job ${second}; nothing was saved`);
    const all = await call(RETRY_ALL, "POST", "/jobs/retry", { body: {}, headers: clinic.headers });
    expect(all.body.count).toBe(0);
  });

  it("goes on from a correction that fails too", async () => {
    const first = await failed();
    const { job_id: second } = (await correct(first, { payment_method: "Shells" })).body;
    await jobs.run(second);
    expect(await openFailures()).toEqual([second]);
    const { job_id: third } = (await correct(second)).body;
    expect(await jobs.read(first)).toMatchObject({ retried_as: second });
    expect(await jobs.read(second)).toMatchObject({ retry_of: first, retried_as: third });
    expect(await openFailures()).toEqual([]);
  });

  it("lets one job follow, of corrections and retries at once", async () => {
    const first = await failed();
    const answers = await Promise.all([correct(first), retry(first), correct(first), retry(first), correct(first)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    const late = await correct(first);
    const { retried_as: next } = await jobs.read(first);
    expect([late.status, late.body]).toEqual([
      409,
      {
        success: false,
        message: `Job ${first} was already sent again as job ${next}; nothing was saved`,
        job_execution_id: String(next),
      },
    ]);
  });

  it("repeats the first answer to the same Idempotency-Key", async () => {
    const first = await failed();
    const key = { "idempotency-key": "corrected-once" };
    expect((await correct(first, {}, key)).body).toEqual((await correct(first, {}, key)).body);
  });

  it("refuses a job that is no failed one of the same operation and account, and saves nothing", async () => {
    const [bad, waiting] = [await failed(), await accepted()];
    const before = await database.asOwner("SELECT id FROM job");
    const sibling = await makeSibling(clinic);
    const note = await call(NOTE, "POST", "/patient-notes", {
      body: { patient_mrn: "MRN-1", subject: "A", note: "B", categories: ["General"] },
      headers: { ...clinic.headers, "x-corrects-job": String(bad) },
    });
    const answers = [
      await correct("01"),
      await correct("x"),
      await correct(999_999),
      await correct(bad, {}, sibling.headers),
      await correct(waiting),
      note,
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [404, "Job not found"],
      [404, "Job not found"],
      [404, "Job not found"],
      [404, expect.stringContaining("not found")],
      [409, "Only a failed job can be corrected; this one is queued; nothing was saved"],
      [409, `Job ${bad} is of another operation: Payment; nothing was saved`],
    ]);
    expect(await database.asOwner("SELECT id FROM job")).toEqual(before);
    expect(await jobs.read(bad)).toMatchObject({ retried_as: null });
  });
});
