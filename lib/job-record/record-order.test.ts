import pg from "pg";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { PATCH as PATCH_APPOINTMENT } from "#app/v1/appointments/route.ts";
import { POST as CANCEL } from "#app/v1/jobs/[job_id]/cancel/route.ts";
import { POST as RETRY } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { POST as RETRY_ALL } from "#app/v1/jobs/retry/route.ts";
import { POST as NOTE } from "#app/v1/patient-notes/route.ts";
import { PATCH as PATCH_PROVIDER } from "#app/v1/providers/[id]/route.ts";
import { PATCH as PATCH_REFERRAL } from "#app/v1/referrals/[id]/route.ts";
import { readAll } from "#lib/emr/port/read-all";
import { startDispatchers } from "#lib/jobs/runner/runner";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { sandboxEmr } from "#lib/testing/sandbox-emr";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const never = new AbortController().signal;
let clinic: TestAccount;
let codes: string[];
const jobs = jobsOf(database, () => clinic);

const APPOINTMENT = "APT-1";
const [FIRST, SECOND] = [0, 1] as const;

beforeAll(async () => {
  clinic = await openClinic();
  codes = (await sandboxEmr(clinic.tenant.linkedAccountId).readSettings(never)).visitStatuses.map(({ code }) => code);
});
beforeEach(async () => {
  clinic = await openClinic();
});

const emr = () => sandboxEmr(clinic.tenant.linkedAccountId);

async function setStatus(status: string | undefined, visit = APPOINTMENT): Promise<number> {
  const body = { emr_appointment_id: visit, status };
  const answer = await call(PATCH_APPOINTMENT, "PATCH", "/appointments", { body, headers: clinic.headers });
  expect(answer.status).toBe(202);
  return answer.body.job_id;
}

const statusInEmr = async () =>
  (await readAll(emr(), "appointments", never)).records.find(({ emrAppointmentId }) => emrAppointmentId === APPOINTMENT)
    ?.status;

const statusHere = async () =>
  (
    await database.asOwner<{ status: string }>(
      "SELECT status FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = $2",
      [clinic.tenant.linkedAccountId, APPOINTMENT],
    )
  )[0]?.status;

const act = (handler: typeof CANCEL, jobId: number, name: string) =>
  call(handler, "POST", `/jobs/${jobId}/${name}`, { headers: clinic.headers, params: { job_id: String(jobId) } });

/** Queues two changes of one appointment, the first of which waits for a retry after an EMR outage. */
async function heldUp(): Promise<[number, number]> {
  const first = await setStatus(codes[FIRST]);
  await jobs.behave("outage = true");
  await jobs.run(first);
  await jobs.behave("outage = false");
  return [first, await setStatus(codes[SECOND])];
}

describe("two changes of one record", () => {
  it("are made in the order of their acceptance, even if the first one is retried", async () => {
    const [first, second] = await heldUp();
    expect(await jobs.read(second)).toMatchObject({ status: "queued", waiting_for: first });
    await jobs.run(second);
    expect(await jobs.read(second)).toMatchObject({ status: "queued", attempts: 0 });
    await jobs.due(first);
    await jobs.run(first);
    expect(await jobs.read(second)).toMatchObject({ waiting_for: null });
    await jobs.run(second);
    expect([await statusInEmr(), await statusHere()]).toEqual([codes[SECOND], codes[SECOND]]);
  });

  it("continue in order after one in between, or the last, is cancelled", async () => {
    const [first, second] = await heldUp();
    const third = await setStatus(codes[FIRST]);
    const fourth = await setStatus(codes[SECOND]);
    expect(await jobs.read(third)).toMatchObject({ waiting_for: second });
    await act(CANCEL, second, "cancel");
    expect(await jobs.read(third)).toMatchObject({ waiting_for: first });
    await act(CANCEL, fourth, "cancel");
    const fifth = await setStatus(codes[SECOND]);
    expect(await jobs.read(fifth)).toMatchObject({ waiting_for: third });
    await act(CANCEL, first, "cancel");
    expect(await jobs.read(third)).toMatchObject({ waiting_for: null });
    await jobs.run(third);
    await jobs.run(fifth);
    expect([await statusInEmr(), await statusHere()]).toEqual([codes[SECOND], codes[SECOND]]);
  });

  it("do not delay other jobs of the account", async () => {
    const [first, second] = await heldUp();
    const note = { patient_mrn: "MRN-1", subject: "Telephone call", note: "Called; will come in." };
    const others = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const answer = await call(NOTE, "POST", "/patient-notes", { body: note, headers: clinic.headers });
        return answer.body.job_id as number;
      }),
    );
    await database.asOwner("UPDATE job SET next_attempt_at = now() + interval '1 hour' WHERE id = $1", [first]);
    const work = await startDispatchers();
    try {
      await expect
        .poll(() => Promise.all(others.map(async (jobId) => (await jobs.read(jobId)).status)), { timeout: 20_000 })
        .toEqual(others.map(() => "completed"));
    } finally {
      await work.stop();
    }
    expect(await jobs.read(second)).toMatchObject({ status: "queued", waiting_for: first, attempts: 0 });
  });

  it("are made by a runner in the order of their acceptance, thirty times", { tags: "long" }, async ({
    signal,
    onTestFinished,
  }) => {
    await jobs.behave("latency_ms = 3, fault_rate = 0.05");
    await database.asOwner("DELETE FROM queue.entry");
    const work = await startDispatchers();
    // Even after a timeout, so that the next test finds no job at work.
    onTestFinished(() => work.stop());
    /** Makes every retry due until the job has ended. Returns its status. */
    const runToEnd = async (jobId: number): Promise<string> => {
      for (;;) {
        signal.throwIfAborted();
        // Not through the API, whose limit of requests a slow machine's many looks would reach.
        const [ended] = await database.asOwner<{ status: string }>(
          "SELECT status FROM job WHERE id = $1 AND status NOT IN ('queued', 'running')",
          [jobId],
        );
        if (ended) return ended.status;
        // One statement: an entry that is taken before its job is due ends without an attempt.
        await database.asOwner(
          `WITH due AS (UPDATE job SET next_attempt_at = now() WHERE next_attempt_at > now() AND status = 'queued')
           UPDATE queue.entry SET due_at = now() WHERE due_at > now() AND queue = 'operations'`,
        );
        work.operations.look();
        await work.operations.idle();
      }
    };
    for (let pair = 0; pair < 30; pair++) {
      await setStatus(codes[(pair + 1) % 2]);
      const second = await setStatus(codes[pair % 2]);
      expect([pair, await runToEnd(second)]).toEqual([pair, "completed"]);
      expect([pair, await statusHere()]).toEqual([pair, codes[pair % 2]]);
    }
    await jobs.behave("fault_rate = 0");
    expect(await statusInEmr()).toBe(codes[29 % 2]);
  });
});

describe("a failed change of a record that has changed since", () => {
  async function failedThenChanged(): Promise<[number, number]> {
    const first = await setStatus(codes[FIRST]);
    await jobs.runThroughOutage(first);
    expect((await jobs.read(first)).status).toBe("failed");
    const second = await setStatus(codes[SECOND]);
    await jobs.run(second);
    return [first, second];
  }

  it("is not retried: 409 names the newer change", async () => {
    const [first, second] = await failedThenChanged();
    const answer = await act(RETRY, first, "retry");
    expect([answer.status, answer.body.message]).toEqual([
      409,
      `Job ${second} changed the same record later; a retry would undo that change; nothing was saved`,
    ]);
    expect([await statusInEmr(), await statusHere()]).toEqual([codes[SECOND], codes[SECOND]]);
  });

  it("is omitted from a retry of many, and counted", async () => {
    await failedThenChanged();
    const retry = (body: object) => call(RETRY_ALL, "POST", "/jobs/retry", { body, headers: clinic.headers });
    expect((await retry({ dry_run: true })).body).toMatchObject({ count: 0, superseded: 1, remaining: 0 });
    expect((await retry({})).body).toMatchObject({ count: 0, superseded: 1, job_ids: [] });
  });

  it("is retried if the newer change was cancelled", async () => {
    const first = await setStatus(codes[FIRST]);
    await jobs.runThroughOutage(first);
    await act(CANCEL, await setStatus(codes[SECOND]), "cancel");
    const again = await act(RETRY, first, "retry");
    await jobs.run(again.body.job_id);
    expect(await statusHere()).toBe(codes[FIRST]);
  });
});

describe("two retries of many at once", () => {
  it("take the locks of their jobs' lines in one order, and both are done", async () => {
    const referral = async () => {
      const [row] = await database.asOwner<{ id: string }>(
        `SELECT replace(id::text, '-', '') AS id FROM referral WHERE linked_account_id = $1 AND ehr_id IS NOT NULL LIMIT 1`,
        [clinic.tenant.linkedAccountId],
      );
      const params = { id: row?.id ?? "" };
      const body = { notes: "Seen" };
      const answer = await call(PATCH_REFERRAL, "PATCH", `/referrals/${params.id}`, {
        body,
        headers: clinic.headers,
        params,
      });
      expect(answer.status).toBe(202);
      return answer.body.job_id as number;
    };
    const made = [await setStatus(codes[FIRST]), await referral(), await setStatus(codes[FIRST], "APT-2")] as const;
    for (const jobId of made) await jobs.runThroughOutage(jobId);
    const [visit, change, otherVisit] = made;

    const holder = new pg.Client({ connectionString: database.ownerUrl, application_name: "crc-test" });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query("BEGIN");
    await holder.query("SELECT FROM job WHERE id = $1 FOR UPDATE", [visit]);
    const retry = (ids: readonly number[]) =>
      call(RETRY_ALL, "POST", "/jobs/retry", { body: { job_ids: ids.join() }, headers: clinic.headers });
    const waiting = async () => (await holder.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount;
    const first = retry([visit, change]);
    await expect.poll(waiting).toBe(1);
    const second = retry([change, otherVisit]);
    await expect.poll(waiting).toBe(2);
    await holder.query("COMMIT");
    const answers = await Promise.all([first, second]);
    expect(answers.map(({ status, body }) => [status, body.count])).toEqual([
      [202, 2],
      [202, 1],
    ]);
  });
});

describe("a sync that read before a change", () => {
  it("does not undo the change, and the next sync stores newer values", { tags: "long" }, async () => {
    const { linkedAccountId } = clinic.tenant;
    const before = await statusHere();
    const changed = codes.find((code) => code !== before);
    // The EMR answers the sync after the kind's row is locked, so that the sync has read the page when it waits.
    await jobs.behave("latency_ms = 1500");
    const synced = syncAccount(clinic.tenant);
    const kind = "FROM sync_kind WHERE linked_account_id = $1 AND kind = 'appointments'";
    const stateOf = () => database.asOwner<{ status: string }>(`SELECT status ${kind}`, [linkedAccountId]);
    await expect.poll(async () => (await stateOf())[0]?.status).toBe("running");
    await database.asOwner("BEGIN");
    await database.asOwner(`SELECT ${kind} FOR UPDATE`, [linkedAccountId]);
    await jobs.behave("latency_ms = 0");
    await expect
      .poll(() =>
        database.asOwner("SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"),
      )
      .toHaveLength(1);
    const jobId = await setStatus(changed);
    await jobs.run(jobId);
    await database.asOwner("COMMIT");
    await synced;
    expect([await statusInEmr(), await statusHere()]).toEqual([changed, changed]);
    await database.asOwner("UPDATE sandbox.appointment SET status = $2 WHERE practice_id = $1 AND id = $3", [
      linkedAccountId,
      before,
      APPOINTMENT,
    ]);
    await syncAccount(clinic.tenant);
    expect(await statusHere()).toBe(before);
  });
});

describe("a provider's schedule sync that read before a change", () => {
  it("does not undo the change", async () => {
    const { linkedAccountId } = clinic.tenant;
    const [provider] = await database.asOwner<{ id: string }>(
      "SELECT replace(id::text, '-', '') AS id FROM provider WHERE linked_account_id = $1 AND ehr_id = '101'",
      [linkedAccountId],
    );
    const params = { id: provider?.id ?? "" };
    for (const status of ["inactive", "active"]) {
      await call(PATCH_PROVIDER, "PATCH", `/providers/${params.id}`, {
        body: { status },
        headers: clinic.headers,
        params,
      });
    }
    const [sync] = await database.asOwner<{ id: string }>(
      "SELECT id FROM job WHERE linked_account_id = $1 AND type = 'schedule_sync'",
      [linkedAccountId],
    );
    const before = await statusHere();
    const changed = codes.find((code) => code !== before);
    // The EMR answers the sync after the sync's row is locked, so that the sync has read the schedule when it waits.
    await jobs.behave("latency_ms = 1500");
    const synced = jobs.run(Number(sync?.id));
    await expect.poll(async () => (await jobs.read(Number(sync?.id))).status).toBe("running");
    const holder = new pg.Client({ connectionString: database.ownerUrl, application_name: "crc-test" });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query("BEGIN");
    await holder.query("SELECT FROM job WHERE id = $1 FOR UPDATE", [sync?.id]);
    await jobs.behave("latency_ms = 0");
    await expect
      .poll(async () => {
        const waiting = "SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))";
        return (await holder.query(waiting)).rowCount;
      })
      .toBe(1);
    await jobs.run(await setStatus(changed));
    await holder.query("COMMIT");
    await synced;
    expect((await jobs.read(Number(sync?.id))).status).toBe("completed");
    expect([await statusInEmr(), await statusHere()]).toEqual([changed, changed]);
  });
});

describe("dates that two updates of a referral make invalid together", () => {
  async function update(body: Record<string, unknown>) {
    const [row] = await database.asOwner<{ id: string }>(
      `SELECT replace(id::text, '-', '') AS id FROM referral
       WHERE linked_account_id = $1 AND ehr_id IS NOT NULL AND start_date IS NULL ORDER BY id LIMIT 1`,
      [clinic.tenant.linkedAccountId],
    );
    if (!row) throw new Error("The practice has no referral without dates");
    return call(PATCH_REFERRAL, "PATCH", `/referrals/${row.id}`, { body, headers: clinic.headers, params: row });
  }

  it("are refused by the dates that the first update will set", async () => {
    await database.asOwner("UPDATE referral SET start_date = NULL, end_date = NULL");
    expect((await update({ start_date: "2026-03-01" })).status).toBe(202);
    const second = await update({ end_date: "2026-02-01" });
    expect([second.status, second.body.message]).toEqual([
      400,
      "end_date must be on or after the referral's start_date, 2026-03-01",
    ]);
    expect((await update({ end_date: "2026-03-01" })).status).toBe(202);
  });

  it("are checked again before the EMR is called", async () => {
    await database.asOwner("UPDATE referral SET start_date = NULL, end_date = NULL");
    const first = await update({ end_date: "2026-04-01" });
    const second = await update({ start_date: "2026-03-01" });
    await database.asOwner("UPDATE referral SET end_date = '2026-01-01', as_of = as_of + 1");
    await database.asOwner("UPDATE job SET waiting_for = NULL WHERE id = $1", [second.body.job_id]);
    await jobs.run(second.body.job_id);
    expect(await jobs.read(second.body.job_id)).toMatchObject({
      status: "failed",
      failure_reason: "start_date must be on or before the referral's end_date, 2026-01-01",
    });
    expect(await jobs.writesOf(second.body.job_id)).toEqual([]);
    expect(first.status).toBe(202);
  });
});
