import { beforeEach, describe, expect, it } from "vitest";
import { PATCH } from "#app/v1/appointments/route.ts";
import { POST as CANCEL } from "#app/v1/jobs/[job_id]/cancel/route.ts";
import { startDispatchers } from "#lib/jobs/runner/runner";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const HELD = "About to be sent: it can still be taken back";
let clinic: TestAccount;
let person: Record<string, string>;
let codes: string[];
const jobs = jobsOf(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
  person = await signIn(clinic, "staff");
  const rows = await database.asOwner<{ code: string }>(
    "SELECT code FROM visit_status WHERE linked_account_id = $1 ORDER BY position",
    [clinic.tenant.linkedAccountId],
  );
  codes = rows.map(({ code }) => code);
});

const setStatus = (status: string | undefined, headers: Record<string, string>) =>
  call(PATCH, "PATCH", "/appointments", { body: { emr_appointment_id: "APT-1", status }, headers });

const held = async (status: string | undefined, seconds: number): Promise<number> => {
  const answer = await setStatus(status, { ...person, "x-hold-seconds": String(seconds) });
  expect(answer.status).toBe(202);
  return answer.body.job_id;
};

const takeBack = (jobId: number) =>
  call(CANCEL, "POST", `/jobs/${jobId}/cancel`, { headers: person, params: { job_id: String(jobId) } });

const completes = (jobId: number) =>
  expect.poll(async () => (await jobs.read(jobId)).status, { timeout: 10_000, interval: 100 }).toBe("completed");

describe("X-Hold-Seconds", () => {
  it("is refused from an API client, whose jobs are never delayed", async () => {
    const answer = await setStatus(codes[1], { ...clinic.headers, "x-hold-seconds": "5" });
    expect(answer).toMatchObject({
      status: 400,
      body: { message: "X-Hold-Seconds is only for the session of a person" },
    });
    const jobId = (await setStatus(codes[1], clinic.headers)).body.job_id;
    expect(await jobs.read(jobId)).toMatchObject({ next_attempt_at: null, waiting_reason: null });
  });

  it.each(["31", "-1", "1.5", "soon", ""])("refuses %j", async (seconds) => {
    const answer = await setStatus(codes[1], { ...person, "x-hold-seconds": seconds });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ field: "X-Hold-Seconds" }]);
  });

  it("holds nothing for 0 seconds", async () => {
    expect(await jobs.read(await held(codes[1], 0))).toMatchObject({ next_attempt_at: null, waiting_reason: null });
  });
});

describe("a job that a person holds", () => {
  it("is accepted at once, waits before its first attempt, and can be taken back until then", async () => {
    const before = Date.now();
    const jobId = await held(codes[1], 20);
    const found = await jobs.read(jobId);
    expect(found).toMatchObject({ status: "queued", waiting_reason: HELD, attempts: 0 });
    expect(found.standing).toMatchObject({ state: "queued", retrying: false });
    const waits = Date.parse(found.next_attempt_at) - before;
    expect(waits).toBeGreaterThan(19_000);
    expect(waits).toBeLessThan(25_000);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", attempts: 0 });

    expect((await takeBack(jobId)).status).toBe(202);
    expect(await jobs.read(jobId)).toMatchObject({ status: "cancelled", failure_reason: "cancelled" });
    expect(await jobs.writesOf(jobId)).toEqual([]);
    await jobs.run(jobId);
    expect(await jobs.writesOf(jobId)).toEqual([]);
  });

  it("has a queue entry for the end of its hold, so that a restart neither forgets nor hastens it", async () => {
    const jobId = await held(codes[1], 20);
    const entries = await database.asOwner<{ waits: number }>(
      "SELECT extract(epoch FROM due_at - now())::int AS waits FROM queue.entry WHERE data ->> 'jobId' = $1",
      [String(jobId)],
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]?.waits).toBeGreaterThan(15);
  });

  it("is sent by the runner once the hold is over, and cannot be taken back any more", { tags: "long" }, async () => {
    const work = await startDispatchers();
    try {
      const jobId = await held(codes[1], 1);
      await completes(jobId);
      expect((await takeBack(jobId)).status).toBe(409);
    } finally {
      await work.stop();
    }
  });

  it("keeps its place in the line of its record, and its own hold when it moves up", { tags: "long" }, async () => {
    const work = await startDispatchers();
    try {
      const first = await held(codes[1], 20);
      const second = await held(codes[2], 2);
      expect(await jobs.read(second)).toMatchObject({ waiting_for: first });
      await takeBack(first);
      expect(await jobs.read(second)).toMatchObject({ status: "queued", waiting_for: null, waiting_reason: HELD });
      await completes(second);
      expect(await jobs.writesOf(first)).toEqual([]);
    } finally {
      await work.stop();
    }
  });
});
