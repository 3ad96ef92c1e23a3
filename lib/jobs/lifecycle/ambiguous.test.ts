/** @module-tag long */

import { beforeEach, describe, expect, it } from "vitest";
import { PATCH as PATCH_APPOINTMENT } from "#app/v1/appointments/route.ts";
import { POST as CANCEL } from "#app/v1/jobs/[job_id]/cancel/route.ts";
import { POST as RECONCILE } from "#app/v1/jobs/[job_id]/reconcile/route.ts";
import { POST as RETRY } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { GET as JOBS } from "#app/v1/jobs/route.ts";
import { POST as SEND } from "#app/v1/messages/route.ts";
import { PATCH as PATCH_REFERRAL } from "#app/v1/referrals/[id]/route.ts";
import { POST as SERVE } from "#app/v1/services/route.ts";
import { runnerMetrics } from "#lib/jobs/runner/metrics";
import { metrics } from "#lib/kernel/metrics";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
});

async function send(): Promise<number> {
  const body = { provider: "101", subject: "Refill", message: "Before Friday, please." };
  return (await call(SEND, "POST", "/messages", { body, headers: clinic.headers })).body.job_id;
}

const act = (
  handler: typeof CANCEL,
  jobId: number,
  name: string,
  body?: object,
  headers: Record<string, string> = clinic.headers,
) =>
  call(handler, "POST", `/jobs/${jobId}/${name}`, {
    headers,
    params: { job_id: String(jobId) },
    ...(body && { body }),
  });

const published = async (jobId: number) => (await jobs.eventsOf(jobId)).map(({ type, data }) => [type, data]);

/** Queues a message that the EMR stores but whose response is lost. */
async function lost(): Promise<number> {
  const jobId = await send();
  await jobs.loseAnswer(jobId);
  return jobId;
}

/** Uses up the job's attempts during an EMR outage. */
async function exhaust(jobId: number): Promise<void> {
  await jobs.runThroughOutage(jobId);
}

describe("a job whose attempt lost its answer", () => {
  it("is ambiguous until the EMR answers, and can be listed by this status", async () => {
    const jobId = await lost();
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true });
    const list = async (ambiguous: string) =>
      (await call(JOBS, "GET", `/jobs?ambiguous=${ambiguous}`, { headers: clinic.headers })).body.jobs.map(
        (found: { job_id: number }) => found.job_id,
      );
    expect([await list("true"), await list("false")]).toEqual([[jobId], []]);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", ambiguous: false });
    expect(await jobs.writesOf(jobId)).toHaveLength(1);
  });

  it("completes on cancellation if the EMR holds the record", async () => {
    const jobId = await lost();
    const answer = await act(CANCEL, jobId, "cancel");
    expect([answer.status, answer.body.message]).toEqual([
      202,
      "Not cancelled: the EMR holds it, and the job completed",
    ]);
    const job = await jobs.read(jobId);
    expect(job).toMatchObject({ status: "completed", ambiguous: false, failure_reason: null, next_attempt_at: null });
    expect((await published(jobId)).map(([type]) => type)).toEqual(["message.sent"]);
    expect(await jobs.writesOf(jobId)).toEqual([job.result.emr_message_id]);
  });

  it("is cancelled without a request if the EMR certainly does not hold the record", async () => {
    const jobId = await jobs.loseRequest(send);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true });
    expect((await act(CANCEL, jobId, "cancel")).body.message).toBe("Job cancelled");
    expect(await jobs.read(jobId)).toMatchObject({ status: "cancelled", ambiguous: false });
    expect((await published(jobId)).map(([type]) => type)).toEqual(["message.failed"]);
    expect(await jobs.writesOf(jobId)).toEqual([]);
  });

  it("is not cancelled while the outcome is unknown: 409, and the job continues", async () => {
    const jobId = await lost();
    await jobs.behave("outage = true");
    const answer = await act(CANCEL, jobId, "cancel");
    expect([answer.status, answer.body.message]).toEqual([
      409,
      `Job ${jobId} was not cancelled: the EMR may hold it already. It could not be looked up now (The EMR is out of service)`,
    ]);
    expect(await published(jobId)).toEqual([]);
    await jobs.behave("outage = false");
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
  });

  it("is not ambiguous if the EMR certainly did nothing", async () => {
    const jobId = await send();
    await jobs.behave("outage = true");
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: false });
    await exhaust(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", ambiguous: false });
    expect((await published(jobId)).map(([type]) => type)).toEqual(["message.failed"]);
  });
});

describe("a job that a user must settle", () => {
  const REASON = "Whether the EMR holds it is not known: The EMR is out of service";

  /** Queues a message that the EMR stores, whose response is lost and whose attempts are used up. */
  async function toReconcile(): Promise<number> {
    const jobId = await lost();
    await exhaust(jobId);
    return jobId;
  }

  it("stays queued and ambiguous without a next attempt, emits no event, and is counted", async () => {
    const jobId = await toReconcile();
    expect(await jobs.read(jobId)).toMatchObject({
      status: "queued",
      ambiguous: true,
      next_attempt_at: null,
      waiting_reason: REASON,
      finished_at: null,
    });
    expect(await published(jobId)).toEqual([]);
    await jobs.behave("outage = true");
    await jobs.run(jobId);
    await jobs.behave("outage = false");
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", attempts: 8 });
    expect((await act(RETRY, jobId, "retry")).status).toBe(409);
    runnerMetrics();
    const text = await metrics().getSingleMetricAsString("crc_jobs_ambiguous");
    expect(text).toContain('crc_jobs_ambiguous{operation="messages:create",state="outcome_unknown"}');
  });

  it("completes with the user's finding in the EMR and an audit entry", async () => {
    const jobId = await toReconcile();
    const admin = await signIn(clinic, "admin");
    const [emrId] = await jobs.writesOf(jobId);
    const answer = await act(RECONCILE, jobId, "reconcile", { outcome: "held", emr_id: emrId }, admin);
    expect([answer.status, answer.body]).toEqual([202, { success: true, message: "Job completed: held by the EMR" }]);
    expect(await jobs.read(jobId)).toMatchObject({
      status: "completed",
      ambiguous: false,
      waiting_reason: null,
      result: { emr_message_id: emrId },
    });
    expect((await published(jobId)).map(([type]) => type)).toEqual(["message.sent"]);
    const entries = await database.asOwner("SELECT actor ->> 'kind' AS kind, status FROM audit_log WHERE action = $1", [
      "jobs:reconcile",
    ]);
    expect(entries).toEqual([{ kind: "user", status: 202 }]);
    expect((await act(RECONCILE, jobId, "reconcile", { outcome: "not_held" }, admin)).status).toBe(409);
  });

  it("fails with its one event if the EMR does not hold the record", async () => {
    const jobId = await toReconcile();
    // The look-up fails.
    await jobs.behave("outage = true");
    expect((await act(RECONCILE, jobId, "reconcile", { outcome: "not_held" })).status).toBe(202);
    const job = await jobs.read(jobId);
    expect(job).toMatchObject({ status: "failed", failure_reason: "not held by the EMR" });
    expect(await published(jobId)).toEqual([
      ["message.failed", { message_id: job.identifiers.message_id, failure_reason: "not held by the EMR" }],
    ]);
  });

  it("stays unchanged if the EMR contradicts the user", async () => {
    const jobId = await toReconcile();
    const [emrId] = await jobs.writesOf(jobId);
    for (const [body, why] of [
      [{ outcome: "not_held" }, `The EMR holds it, as ${emrId}`],
      [{ outcome: "held", emr_id: "MSG-404" }, `The EMR holds it as ${emrId}`],
    ] as const) {
      const answer = await act(RECONCILE, jobId, "reconcile", body);
      expect([answer.status, answer.body.message]).toEqual([409, `Job ${jobId} stays as it is. ${why}`]);
    }
    expect(await published(jobId)).toEqual([]);
  });

  it.each([
    ["no outcome", {}, "Missing required field: outcome (must be held or not_held)"],
    ["an unknown outcome", { outcome: "maybe" }, "outcome must be held or not_held"],
    ["no EMR id of the held record", { outcome: "held" }, "emr_id is required if outcome is held"],
  ])("refuses %s", async (_name, body, message) => {
    const answer = await act(RECONCILE, await toReconcile(), "reconcile", body);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  it("refuses a job that needs no settling, one of another account, and a member of staff", async () => {
    const jobId = await send();
    expect((await act(RECONCILE, jobId, "reconcile", { outcome: "not_held" })).status).toBe(409);
    const other = await openClinic();
    expect((await act(RECONCILE, jobId, "reconcile", { outcome: "not_held" }, other.headers)).status).toBe(404);
    const staff = await signIn(clinic, "staff");
    expect((await act(RECONCILE, jobId, "reconcile", { outcome: "not_held" }, staff)).status).toBe(403);
  });
});

describe("a service that the EMR holds unsigned", () => {
  const accept = async () => {
    const answers = { Q1: "0", Q2: "1" };
    const body = { patient_mrn: "MRN-1", team: "1", service_type: "101", form_id: "PHQ-2", answers };
    return (await call(SERVE, "POST", "/services", { body, headers: clinic.headers })).body.job_id as number;
  };

  /** Queues a service whose signature request got no response. */
  async function unsigned(): Promise<number> {
    await database.asOwner("ALTER TABLE sandbox.service ADD CONSTRAINT unsigned CHECK (signed_at IS NULL) NOT VALID");
    try {
      const jobId = await accept();
      await jobs.run(jobId);
      return jobId;
    } finally {
      await database.asOwner("ALTER TABLE sandbox.service DROP CONSTRAINT unsigned");
    }
  }

  it("is not cancelled, because the EMR holds it, and is signed by the next attempt", async () => {
    const jobId = await unsigned();
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true });
    const answer = await act(CANCEL, jobId, "cancel");
    expect([answer.status, answer.body.message]).toEqual([
      409,
      `Job ${jobId} was not cancelled: the EMR may hold it already. The EMR holds a part of it`,
    ]);
    await jobs.due(jobId);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", ambiguous: false });
  });

  it("includes the EMR's episode in its event after a user has reconciled it", async () => {
    const jobId = await unsigned();
    await exhaust(jobId);
    const [held] = await database.asOwner<{ id: string; episode_id: string }>(
      "SELECT id, episode_id FROM sandbox.service WHERE practice_id = $1",
      [clinic.tenant.linkedAccountId],
    );
    for (const emrId of ["SVC-404", held?.id]) {
      const refused = await act(RECONCILE, jobId, "reconcile", { outcome: "held", emr_id: emrId });
      expect([refused.status, refused.body.message]).toEqual([
        409,
        `Job ${jobId} stays as it is. The EMR has no complete record with the id ${emrId}`,
      ]);
    }
    await database.asOwner("UPDATE sandbox.service SET signed_at = now() WHERE practice_id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    expect((await act(RECONCILE, jobId, "reconcile", { outcome: "held", emr_id: held?.id })).status).toBe(202);
    expect((await published(jobId)).map(([, data]) => data)).toEqual([
      expect.objectContaining({ emr_service_id: held?.id, emr_episode_id: held?.episode_id }),
    ]);
  });
});

describe("a change of a record that a user must settle", () => {
  const statusOf = async () =>
    (
      await database.asOwner<{ status: string }>(
        "SELECT status FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = 'APT-1'",
        [clinic.tenant.linkedAccountId],
      )
    )[0]?.status;

  async function setStatus(status: string): Promise<number> {
    const body = { emr_appointment_id: "APT-1", status };
    return (await call(PATCH_APPOINTMENT, "PATCH", "/appointments", { body, headers: clinic.headers })).body.job_id;
  }

  async function referralId(): Promise<string> {
    const [row] = await database.asOwner<{ id: string }>(
      "SELECT replace(id::text, '-', '') AS id FROM referral WHERE linked_account_id = $1 ORDER BY id LIMIT 1",
      [clinic.tenant.linkedAccountId],
    );
    return row?.id ?? "";
  }

  it("does not block later changes, and settling it does not overwrite them", async () => {
    const first = await setStatus("ARR");
    await jobs.loseAnswer(first);
    const second = await setStatus("SCH");
    expect(await jobs.read(second)).toMatchObject({ waiting_for: first });
    await exhaust(first);
    expect(await jobs.read(second)).toMatchObject({ waiting_for: null });
    await jobs.run(second);
    expect(await statusOf()).toBe("SCH");
    expect((await act(RECONCILE, first, "reconcile", { outcome: "held", emr_id: "APT-1" })).status).toBe(202);
    expect(await statusOf()).toBe("SCH");
    expect((await published(first)).map(([type]) => type)).toEqual(["appointment.updated"]);
  });

  it("writes the fields that no later change has set", async () => {
    const id = await referralId();
    const update = async (body: Record<string, unknown>) =>
      (await call(PATCH_REFERRAL, "PATCH", `/referrals/${id}`, { body, headers: clinic.headers, params: { id } })).body
        .job_id;
    const first = await update({ notes: "Held", priority: "urgent" });
    await jobs.loseAnswer(first);
    await exhaust(first);
    await jobs.run(await update({ priority: "stat" }));
    const [emrId] = await jobs.writesOf(first);
    expect((await act(RECONCILE, first, "reconcile", { outcome: "held", emr_id: emrId })).status).toBe(202);
    const [row] = await database.asOwner("SELECT notes, priority FROM referral WHERE id = $1", [id]);
    expect(row).toEqual({ notes: "Held", priority: "stat" });
  });

  it("writes nothing over a later change whose fields are no longer stored", async () => {
    const id = await referralId();
    const update = async (body: Record<string, unknown>) =>
      (await call(PATCH_REFERRAL, "PATCH", `/referrals/${id}`, { body, headers: clinic.headers, params: { id } })).body
        .job_id as number;
    const first = await update({ notes: "Held" });
    await jobs.loseAnswer(first);
    await exhaust(first);
    const forgotten = await update({ notes: "Newer" });
    await jobs.run(forgotten);
    await database.asOwner("UPDATE job SET request = '{}', forgotten_at = now() WHERE id = $1", [forgotten]);
    await jobs.run(await update({ priority: "stat" }));
    const [emrId] = await jobs.writesOf(first);
    expect((await act(RECONCILE, first, "reconcile", { outcome: "held", emr_id: emrId })).status).toBe(202);
    const [row] = await database.asOwner("SELECT notes, priority FROM referral WHERE id = $1", [id]);
    expect(row).toEqual({ notes: "Newer", priority: "stat" });
  });
});

describe("an EMR response that cannot be stored", () => {
  const unstored = (jobId: number) =>
    database.asOwner("SELECT outcome, count(*)::int FROM job_attempt WHERE job_id = $1 GROUP BY 1 ORDER BY 1", [jobId]);

  it("is requested again five times with growing pauses, then left to a user", async () => {
    const jobId = await send();
    await database.asOwner("ALTER TABLE message ADD CONSTRAINT not_sent CHECK (emr_message_id IS NULL) NOT VALID");
    try {
      const pauses: number[] = [];
      for (let time = 1; time <= 4; time++) {
        await jobs.run(jobId);
        const job = await jobs.read(jobId);
        expect(job).toMatchObject({ status: "queued", ambiguous: true, attempts: 0 });
        pauses.push(Date.parse(job.next_attempt_at) - Date.now());
        await jobs.due(jobId);
      }
      expect(pauses.every((pause, index) => index === 0 || pause > (pauses[index - 1] ?? 0))).toBe(true);
      await jobs.run(jobId);
      expect(await jobs.read(jobId)).toMatchObject({
        status: "queued",
        ambiguous: true,
        next_attempt_at: null,
        waiting_reason: "The EMR's answer could not be stored here: it breaks the constraint not_sent",
      });
      await jobs.run(jobId);
      expect(await unstored(jobId)).toEqual([{ outcome: "unstored", count: 5 }]);
      expect(await published(jobId)).toEqual([]);
      expect((await act(CANCEL, jobId, "cancel")).status).toBe(409);
      await jobs.behave("outage = true");
      expect((await act(RECONCILE, jobId, "reconcile", { outcome: "not_held" })).body.message).toBe(
        `Job ${jobId} stays as it is. The EMR answered that it holds it. It could not be looked up now (The EMR is out of service)`,
      );
      await jobs.behave("outage = false");
      const text = await metrics().getSingleMetricAsString("crc_jobs_ambiguous");
      expect(text).toContain('crc_jobs_ambiguous{operation="messages:create",state="not_stored"} 1');
    } finally {
      await database.asOwner("ALTER TABLE message DROP CONSTRAINT not_sent");
    }
    expect((await act(CANCEL, jobId, "cancel")).status).toBe(202);
    expect((await published(jobId)).map(([type]) => type)).toEqual(["message.sent"]);
    expect(await jobs.writesOf(jobId)).toHaveLength(1);
  });
});
