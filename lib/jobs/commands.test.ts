import { beforeEach, describe, expect, it } from "vitest";
import { POST as CANCEL } from "#app/v1/jobs/[job_id]/cancel/route.ts";
import { POST as RECONCILE } from "#app/v1/jobs/[job_id]/reconcile/route.ts";
import { POST as RETRY } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { POST as RETRY_ALL } from "#app/v1/jobs/retry/route.ts";
import { POST as SYNC } from "#app/v1/org-settings/fetch/route.ts";
import { POST as NOTE } from "#app/v1/patient-notes/route.ts";
import { POST } from "#app/v1/payments/route.ts";
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

async function accept(change: Record<string, unknown> = {}): Promise<number> {
  const body = { ...aPayment, ...change };
  return (await call(POST, "POST", "/payments", { body, headers: clinic.headers })).body.job_id;
}

async function failed(change: Record<string, unknown> = { payment_method: "Barter" }): Promise<number> {
  const jobId = await accept(change);
  await jobs.run(jobId);
  return jobId;
}

const act = (handler: typeof CANCEL, jobId: number | string, headers: Record<string, string> = clinic.headers) =>
  call(handler, "POST", `/jobs/${jobId}/${handler === CANCEL ? "cancel" : "retry"}`, {
    headers,
    params: { job_id: String(jobId) },
  });

const retryAll = (body: unknown) => call(RETRY_ALL, "POST", "/jobs/retry", { body, headers: clinic.headers });

describe("POST /jobs/{job_id}/cancel", () => {
  it("ends a queued job with its failure event, and nothing is written", async () => {
    const jobId = await accept();
    const answer = await act(CANCEL, jobId);
    expect([answer.status, answer.body]).toEqual([202, { success: true, message: "Job cancelled" }]);
    const job = await jobs.read(jobId);
    expect(job).toMatchObject({ status: "cancelled", failure_reason: "cancelled" });
    expect(job.timeline.map(({ kind }: { kind: string }) => kind)).toContain("cancelled");
    expect((await jobs.eventsOf(jobId)).map(({ type, data }) => [type, data])).toEqual([
      ["payment.failed", { payment_id: job.identifiers.payment_id, failure_reason: "cancelled" }],
    ]);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "cancelled", attempts: 0 });
    expect(await jobs.eventsOf(jobId)).toHaveLength(1);
  });

  it("ends a job that waits for its next attempt", async () => {
    const jobId = await accept();
    await jobs.behave("outage = true");
    await jobs.run(jobId);
    expect((await act(CANCEL, jobId)).status).toBe(202);
    expect(await jobs.read(jobId)).toMatchObject({ status: "cancelled", next_attempt_at: null, waiting_reason: null });
  });

  it("answers 409 for an ended job, and 404 for another account's job or a malformed id", {
    tags: "long",
  }, async () => {
    const jobId = await accept();
    await jobs.run(jobId);
    const ended = await act(CANCEL, jobId);
    expect([ended.status, ended.body.message]).toEqual([
      409,
      "Only a queued job can be cancelled; this one is completed; nothing was saved",
    ]);
    const other = await openClinic();
    expect((await act(CANCEL, await accept(), other.headers)).status).toBe(404);
    expect((await act(CANCEL, "01")).status).toBe(404);
  });

  it("ends each job once if it is cancelled while it runs", { tags: "long" }, async () => {
    for (let round = 0; round < 10; round++) {
      const jobId = await accept();
      await Promise.all([act(CANCEL, jobId), jobs.run(jobId)]);
      const { status } = await jobs.read(jobId);
      expect((await jobs.eventsOf(jobId)).map(({ type }) => type)).toEqual([
        status === "cancelled" ? "payment.failed" : "payment.created",
      ]);
    }
  });
});

describe("POST /jobs/{job_id}/retry", () => {
  it("makes a new job of a failed one, which takes over its record", async () => {
    const first = await failed();
    const answer = await act(RETRY, first);
    expect([answer.status, answer.body]).toEqual([
      202,
      { success: true, message: "Job queued again", job_id: expect.any(Number) },
    ]);
    const second = answer.body.job_id;
    const [before, after] = [await jobs.read(first), await jobs.read(second)];
    expect(before).toMatchObject({ status: "failed", retry_of: null, retried_as: after.job_id });
    expect(after).toMatchObject({
      status: "queued",
      retry_of: first,
      retried_as: null,
      identifiers: before.identifiers,
    });
    await database.asOwner(
      "INSERT INTO sandbox.payment_method (practice_id, id, name, position) VALUES ($1, 'PM-9', 'Barter', 9)",
      [clinic.tenant.linkedAccountId],
    );
    await jobs.run(second);
    expect(await jobs.read(second)).toMatchObject({ status: "completed" });
    const records = await database.asOwner<{ job_id: string }>("SELECT job_id FROM payment WHERE id = $1", [
      before.identifiers.payment_id,
    ]);
    expect(records).toEqual([{ job_id: String(second) }]);
  });

  it("writes nothing twice that the EMR wrote before its answers were lost, even if a user reported otherwise", async () => {
    const body = { note: "Called back", subject: "Telephone call", patient_mrn: "MRN-1" };
    const first = (await call(NOTE, "POST", "/patient-notes", { body, headers: clinic.headers })).body.job_id;
    await jobs.loseAnswer(first);
    await database.asOwner("UPDATE job SET attempts = 7 WHERE id = $1", [first]);
    await jobs.behave("outage = true");
    await jobs.due(first);
    await jobs.run(first);
    // A person reports it as not held; the EMR cannot be reached to contradict.
    await call(RECONCILE, "POST", `/jobs/${first}/reconcile`, {
      body: { outcome: "not_held" },
      headers: clinic.headers,
      params: { job_id: String(first) },
    });
    await jobs.behave("outage = false");
    expect(await jobs.read(first)).toMatchObject({ status: "failed" });

    const second = (await act(RETRY, first)).body.job_id;
    await jobs.run(second);
    expect(await jobs.read(second)).toMatchObject({ status: "completed" });
    expect(await jobs.writesOf(second)).toHaveLength(1);
    const held = await database.asOwner("SELECT 1 FROM sandbox.write WHERE practice_id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    expect(held).toHaveLength(1);
  });

  it("is done once, despite repeated and concurrent requests", async () => {
    const jobId = await failed();
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(RETRY, jobId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 409)]);
  });

  it("is of use after an outage, and hardly after a refusal, as the job says", async () => {
    const refusedJob = await jobs.read(await failed());
    expect(refusedJob).toMatchObject({ status: "failed", refused: true });
    const jobId = await accept();
    await jobs.runThroughOutage(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", refused: false });
    expect((await act(RETRY, refusedJob.job_id)).status).toBe(202);
  });

  it("refuses a job that has not failed", async () => {
    const answer = await act(RETRY, await accept());
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "Only a failed job can be retried; this one is queued; nothing was saved",
    ]);
  });

  it("answers 404 for another account's job, and once the token's user is inactive", async () => {
    const jobId = await failed();
    const other = await openClinic();
    expect((await act(RETRY, jobId, other.headers)).status).toBe(404);
    await database.asOwner("UPDATE linked_account SET user_active = false WHERE id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    expect((await act(RETRY, jobId)).body.message).toBe("User not found");
  });

  it("allows only one settings sync at a time", async () => {
    const start = async () =>
      Number((await call(SYNC, "POST", "/org-settings/fetch", { headers: clinic.headers })).body.job_execution_id);
    const first = await start();
    await jobs.runThroughOutage(first);
    await jobs.behave("outage = false");
    const second = await start();
    const answer = await act(RETRY, first);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      `An organization settings sync is already running: job ${second}; nothing was saved`,
    ]);
  });
});

describe("POST /jobs/retry", () => {
  it("retries the named jobs alone, and refuses ids that are none", async () => {
    const one = await failed({ payment_method: "Barter" });
    await failed({ payment_method: "Barter" });
    expect((await retryAll({ dry_run: true, job_ids: String(one) })).body).toMatchObject({ count: 1 });
    expect((await retryAll({ dry_run: true, job_ids: "1,x" })).body).toMatchObject({
      message: "job_ids must be at most 500 job ids, comma-separated",
    });
  });

  it("counts first, then retries every matching job once", async () => {
    for (const patient_mrn of ["MRN-1", "MRN-1", "MRN-2"]) await failed({ payment_method: "Barter", patient_mrn });
    await accept();
    expect((await retryAll({ dry_run: true })).body).toMatchObject({ count: 3, job_ids: [], remaining: 0 });
    expect((await retryAll({ dry_run: true, patient_mrn: "MRN-2" })).body).toMatchObject({
      message: "1 job would be queued again",
      count: 1,
    });
    expect((await retryAll({ dry_run: true, status: "failed,completed" })).body.count).toBe(3);
    expect((await retryAll({ status: "completed" })).body.count).toBe(0);
    expect((await retryAll({ status: "done" })).status).toBe(400);
    expect((await retryAll({ patient_mrm: "MRN-1" })).body.message).toMatch(/^Unexpected field: patient_mrm/);
    const exchanged = { created_after: "2026-03-02T00:00:00Z", created_before: "2026-03-01T00:00:00Z" };
    expect((await retryAll(exchanged)).body.message).toBe("created_before must be on or after created_after");
    const answer = await retryAll({ patient_mrn: "MRN-1" });
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        success: true,
        message: "2 jobs queued again",
        count: 2,
        job_ids: [expect.any(Number), expect.any(Number)],
        refused: 2,
        superseded: 0,
        remaining: 0,
      },
    ]);
    for (const id of answer.body.job_ids) {
      expect(await jobs.read(id)).toMatchObject({ patient_mrn: "MRN-1", retry_of: expect.any(Number) });
    }
    expect((await retryAll({ dry_run: true })).body.count).toBe(1);
    expect((await retryAll({})).body.count).toBe(1);
    expect((await retryAll({})).body.count).toBe(0);
  });

  it("counts the jobs that the EMR refused for good, and leaves them out if asked to", async () => {
    const refused = await failed();
    const passing = await accept();
    await database.asOwner("UPDATE job SET attempts = 7 WHERE id = $1", [passing]);
    await jobs.behave("outage = true");
    await jobs.run(passing);
    expect([(await jobs.read(refused)).refused, (await jobs.read(passing)).refused]).toEqual([true, false]);
    expect((await retryAll({ dry_run: true })).body).toMatchObject({ count: 2, refused: 1 });
    expect((await retryAll({ dry_run: true, refused: "true" })).body).toMatchObject({ count: 1, refused: 1 });
    expect((await retryAll({ refused: "yes" })).body.message).toBe("refused must be true or false");
    const answer = (await retryAll({ refused: "false" })).body;
    expect(answer).toMatchObject({ count: 1, refused: 0, remaining: 0 });
    expect(await jobs.read(answer.job_ids[0])).toMatchObject({ retry_of: passing });
    expect(await jobs.read(refused)).toMatchObject({ retried_as: null });
  });

  it("commits a few at a time, and continues after a failure where it stopped", { tags: "long" }, async () => {
    const first = await failed({ payment_method: "Barter" });
    await database.asOwner(
      `INSERT INTO job (id, organization_id, linked_account_id, type, status, patient_mrn, actor, request, identifiers, callback_urls,
         access_token_reference_id, emr_idempotency_key, finished_at)
       SELECT nextval('job_id_seq'), organization_id, linked_account_id, type, status, patient_mrn, actor, request,
         identifiers, callback_urls, access_token_reference_id, gen_random_uuid(), finished_at
       FROM job, generate_series(1, 39) WHERE id = $1`,
      [first],
    );
    const ids = await database.asOwner<{ id: string }>(
      "SELECT id FROM job WHERE linked_account_id = $1 AND status = 'failed' ORDER BY id",
      [clinic.tenant.linkedAccountId],
    );
    await database.asOwner(
      `CREATE FUNCTION refuse_retry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.retry_of = ${ids[29]?.id} THEN RAISE EXCEPTION 'refused by the test'; END IF; RETURN NEW; END $$`,
    );
    await database.asOwner(
      "CREATE TRIGGER refuse_retry BEFORE INSERT ON job FOR EACH ROW EXECUTE FUNCTION refuse_retry()",
    );
    const stopped = await retryAll({});
    const left = (await retryAll({ dry_run: true })).body.count;
    await database.asOwner("DROP TRIGGER refuse_retry ON job");
    // Jobs whose retry was committed keep it, and the next request does not retry them again.
    expect([stopped.status, left]).toEqual([503, 15]);
    expect((await retryAll({})).body).toMatchObject({ count: 15, remaining: 0 });
    expect((await retryAll({})).body.count).toBe(0);
    const retries = await database.asOwner<{ times: number }>(
      `SELECT count(*)::integer AS times FROM job WHERE linked_account_id = $1 AND retry_of IS NOT NULL GROUP BY retry_of`,
      [clinic.tenant.linkedAccountId],
    );
    expect(retries.map(({ times }) => times)).toEqual(Array.from({ length: 40 }, () => 1));
  });

  it("names an invalid filter", async () => {
    const answer = await retryAll({ dry_run: "yes" });
    expect([answer.status, answer.body.message]).toEqual([400, "dry_run must be true or false"]);
  });
});
