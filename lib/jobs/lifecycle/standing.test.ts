import { beforeAll, expect, it } from "vitest";
import { POST as inbox } from "#app/api/webhooks/inbox/route.ts";
import { POST as cancel } from "#app/v1/jobs/[job_id]/cancel/route.ts";
import { POST as send } from "#app/v1/messages/route.ts";
import { POST as pay } from "#app/v1/payments/route.ts";
import type { JobMessage } from "#lib/job-record/model";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { signatureHeaders } from "#lib/webhooks/deliveries/sign";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  clinic = await openClinic();
});

async function accept(): Promise<number> {
  return (await call(pay, "POST", "/payments", { body: aPayment, headers: clinic.headers })).body.job_id;
}

/** Returns the kinds and payloads of a job's stream messages, in order. */
async function messagesOf(jobId: number) {
  const rows = await database.asOwner<{ kind: string; payload: JobMessage }>(
    "SELECT kind, payload FROM stream_message WHERE payload->>'job_id' = $1 ORDER BY seq",
    [String(jobId)],
  );
  return rows.map(({ kind, payload }) => ({ kind, payload }));
}

const framesOf = async (jobId: number) =>
  (await messagesOf(jobId)).filter(({ kind }) => kind !== "event").map(({ payload }) => payload);

/** Delivers the last event of a job to the console's inbox. */
async function deliver(jobId: number): Promise<void> {
  const [row] = await database.asOwner<{ id: string; envelope: string }>(
    "SELECT replace(id::text, '-', '') AS id, envelope::text FROM event WHERE job_id = $1 ORDER BY id DESC LIMIT 1",
    [jobId],
  );
  if (!row) throw new Error("The job has sent no event");
  const headers = signatureHeaders({ id: row.id, at: new Date(), body: row.envelope, secrets: [clinic.inboxSecret] });
  const url = `http://127.0.0.1/api/webhooks/inbox?account=${clinic.tenant.linkedAccountId}`;
  const answer = await inbox(
    new Request(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: row.envelope,
    }),
  );
  expect(answer.status).toBe(200);
}

it("is the same in each stream message and in the job's record, and is final on receipt of the event", async () => {
  const jobId = await accept();
  const seen = [(await jobs.read(jobId)).standing];
  await jobs.behave("outage = true");
  await jobs.run(jobId);
  seen.push((await jobs.read(jobId)).standing);
  await jobs.behave("outage = false");
  await jobs.due(jobId);
  await jobs.run(jobId);
  const { status, standing } = await jobs.read(jobId);
  expect([status, standing.state, standing.received]).toEqual(["completed", "running", false]);
  seen.push(standing);
  await deliver(jobId);
  seen.push((await jobs.read(jobId)).standing);
  await deliver(jobId);

  const frames = await framesOf(jobId);
  expect(frames.map(({ standing: { version, state, retrying } }) => [version, state, retrying])).toEqual([
    [0, "queued", false],
    [1, "running", false],
    [2, "queued", true],
    [3, "running", false],
    [4, "running", false],
    [5, "completed", false],
  ]);
  expect([0, 2, 4, 5].map((index) => frames[index]?.standing)).toEqual(seen);
  expect(frames.map(({ status }) => status)).toEqual([
    "queued",
    "running",
    "queued",
    "running",
    "completed",
    "completed",
  ]);
  expect(frames.map(({ event_type }) => event_type).filter(Boolean)).toEqual(["payment.created"]);
  const last = (await messagesOf(jobId)).slice(-2);
  expect(last.map(({ kind }) => kind)).toEqual(["event", "standing"]);
});

it("is `cancelled` for a cancelled job, although its event is a failure", async () => {
  const jobId = await accept();
  const params = { job_id: String(jobId) };
  await call(cancel, "POST", `/jobs/${jobId}/cancel`, { body: {}, headers: clinic.headers, params });
  expect((await jobs.read(jobId)).standing.state).toBe("running");
  await deliver(jobId);
  expect((await jobs.read(jobId)).standing).toMatchObject({ state: "cancelled", received: true });
  expect((await framesOf(jobId)).at(-1)).toMatchObject({ event_type: "payment.failed", invalidates: [] });
});

it("distinguishes a job that waits for a user from one that is retried, with the reason of the doubt", async () => {
  const body = { provider: "101", subject: "Refill", message: "Before Friday, please." };
  const jobId = (await call(send, "POST", "/messages", { body, headers: clinic.headers })).body.job_id;
  await jobs.loseAnswer(jobId);
  expect((await jobs.read(jobId)).standing).toMatchObject({ doubt: "answer_lost", needs_person: false });
  await database.asOwner("UPDATE job SET attempts = 7 WHERE id = $1", [jobId]);
  await jobs.behave("outage = true");
  await jobs.due(jobId);
  await jobs.run(jobId);
  await jobs.behave("outage = false");
  const expected = { state: "queued", retrying: false, doubt: "answer_lost", needs_person: true };
  expect((await jobs.read(jobId)).standing).toMatchObject(expected);
  expect((await framesOf(jobId)).at(-1)?.standing).toMatchObject(expected);
});

it("names the lists that a job changes: its own list in each state, others once it has completed", async () => {
  const jobId = await accept();
  await jobs.run(jobId);
  expect((await framesOf(jobId)).map(({ invalidates }) => invalidates)).toEqual([
    ["payments"],
    ["payments"],
    ["payments"],
  ]);
});

it("does not wait for a receipt after the event's retention", async () => {
  const jobId = await accept();
  await jobs.run(jobId);
  await database.asOwner("UPDATE job SET finished_at = now() - interval '91 days' WHERE id = $1", [jobId]);
  expect((await jobs.read(jobId)).standing).toMatchObject({ state: "completed", received: false });
});
