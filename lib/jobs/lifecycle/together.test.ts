import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { POST as POST_NOTE } from "#app/v1/patient-notes/route.ts";
import { POST } from "#app/v1/payments/route.ts";
import { runners } from "#lib/catalog/generated/runners";
import { logger } from "#lib/kernel/logger";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { beginAttempt, runJob } from "./attempt.ts";

const database = testDatabase();
const running = new AbortController();
let clinic: TestAccount;
let other: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  clinic = await openClinic();
  other = await openClinic();
  await database.asOwner("UPDATE sandbox.behavior SET latency_ms = 0");
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => running.abort());

const ask = (body: object, by = clinic) => call(POST, "POST", "/payments", { body, headers: by.headers });

async function accept(reference: string, by = clinic): Promise<number> {
  const answer = await ask({ ...aPayment, reference_number: reference }, by);
  expect(answer.status).toBe(202);
  return answer.body.job_id;
}

const run = (jobId: number, by = clinic) => runJob({ jobId, ...by.tenant }, running.signal);

/** Returns how many transactions wrote the jobs' rows of a kind: rows of one transaction have the same time. */
async function transactions(kind: "job_attempt" | "event", ids: number[]): Promise<number> {
  const [row] = await database.asOwner<{ count: number }>(
    `SELECT count(DISTINCT xmin::text)::integer AS count FROM ${kind} WHERE job_id = ANY ($1)`,
    [ids],
  );
  return row?.count ?? 0;
}

it("accepts, begins and completes jobs that are ready at the same time together, each with its own event", async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, (_, index) => accept(`REF-${index}`)));
  expect(new Set(ids).size).toBe(5);
  await Promise.all(ids.map((id) => run(id)));
  for (const [index, id] of ids.entries()) {
    const job = await jobs.read(id);
    expect(job).toMatchObject({ status: "completed", attempts: 1 });
    const events = await jobs.eventsOf(id);
    expect(events).toMatchObject([{ type: "payment.created", data: { reference_number: `REF-${index}` } }]);
    expect(events[0]?.data.emr_transaction_id).toBe(job.result.emr_transaction_id);
    expect(await jobs.writesOf(id)).toEqual([job.result.emr_transaction_id]);
  }
  expect(await transactions("event", ids)).toBeLessThan(5);
});

it("answers each of several requests by itself, and saves those that are right", async () => {
  const bodies = [
    { ...aPayment, reference_number: "right-1" },
    { ...aPayment, patient_mrn: "MRN-404" },
    { ...aPayment, location: "LOC-9" },
    { ...aPayment, reference_number: "right-2" },
  ];
  const answers = await Promise.all(bodies.map((body) => ask(body)));
  expect(answers.map(({ status }) => status)).toEqual([202, 404, 400, 202]);
  const rows = await database.asOwner("SELECT FROM payment WHERE reference_number LIKE 'right-%'");
  expect(rows).toHaveLength(2);
});

it("keeps the jobs of two organizations apart", async () => {
  const [mine, theirs] = await Promise.all([accept("mine"), accept("theirs", other)]);
  await Promise.all([run(mine), run(theirs, other)]);
  const rows = await database.asOwner<{ organization: string; events: number }>(
    `SELECT replace(organization_id::text, '-', '') AS organization, count(*)::integer AS events FROM event
     WHERE job_id = ANY ($1) GROUP BY organization_id`,
    [[mine, theirs]],
  );
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(
    expect.arrayContaining([
      { organization: clinic.tenant.organizationId, events: 1 },
      { organization: other.tenant.organizationId, events: 1 },
    ]),
  );
});

it("begins one attempt at a job with two queue entries, and writes once", async () => {
  const jobId = await accept("twice");
  await Promise.all([run(jobId), run(jobId)]);
  await jobs.due(jobId);
  await run(jobId);
  expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
  expect(await jobs.writesOf(jobId)).toHaveLength(1);
  expect(await jobs.eventsOf(jobId)).toHaveLength(1);
});

it("begins a job whose process ended together with a new one, and ends both", async () => {
  const [fresh, left] = [await accept("fresh"), await accept("left")];
  // A process that ends now leaves this attempt open.
  await beginAttempt({ payload: { jobId: left, ...clinic.tenant }, entry: undefined });
  await Promise.all([run(fresh), run(left)]);
  expect(await jobs.read(fresh)).toMatchObject({ status: "completed" });
  expect(await jobs.read(left)).toMatchObject({ status: "completed" });
  const attempts = "SELECT outcome FROM job_attempt WHERE job_id = $1 ORDER BY started_at";
  expect(await database.asOwner(attempts, [left])).toEqual([{ outcome: "lost" }, { outcome: "succeeded" }]);
  expect(await jobs.writesOf(left)).toHaveLength(1);
});

it("keeps back only the job whose answer cannot be stored", async () => {
  vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const ids = await Promise.all(["fine-1", "unstorable", "fine-2"].map((reference) => accept(reference)));
  const payments = runners["payments:create"];
  const complete = payments.complete;
  vi.spyOn(payments, "complete").mockImplementation((stored) =>
    complete({
      ...stored,
      result: stored.input.reference_number === "unstorable" ? { emr_transaction_id: "TXN-\0" } : stored.result,
    }),
  );
  await Promise.all(ids.map((id) => run(id)));
  const states = await Promise.all(ids.map(async (id) => (await jobs.read(id)).status));
  expect(states).toEqual(["completed", "queued", "completed"]);
  expect((await jobs.read(ids[1] ?? 0)).waiting_reason).toContain("cannot be stored");
  expect(await Promise.all(ids.map(async (id) => (await jobs.eventsOf(id)).length))).toEqual([1, 0, 1]);
});

it("completes operations of several kinds together", async () => {
  const note = { patient_mrn: aPayment.patient_mrn, subject: "Call", note: "Called back" };
  const answer = await call(POST_NOTE, "POST", "/patient-notes", { body: note, headers: clinic.headers });
  expect(answer.status).toBe(202);
  const ids = [await accept("with a note"), Number(answer.body.job_id)];
  await Promise.all(ids.map((id) => run(id)));
  expect(await Promise.all(ids.map(async (id) => (await jobs.read(id)).status))).toEqual(["completed", "completed"]);
});
