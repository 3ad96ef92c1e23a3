import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeAll, expect, it } from "vitest";
import { POST } from "#app/v1/payments/route.ts";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { killWorker, startWorker, until } from "#lib/testing/worker-process";

/** Decisions §6: a dead process's job is resumed within 30 s. */
const RECOVERY_MS = 30_000;

const database = testDatabase();
const workers: ChildProcess[] = [];
let clinic: TestAccount;

beforeAll(async () => {
  clinic = await openClinic();
  await database.asOwner("UPDATE sandbox.behavior SET latency_ms = 0");
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map(killWorker));
});

async function start(): Promise<ChildProcess> {
  const worker = await startWorker();
  workers.push(worker);
  return worker;
}

const emrWrites = async (jobId: number): Promise<number> => {
  const [row] = await database.asOwner<{ count: string }>(
    `SELECT count(*) FROM sandbox.payment p
     JOIN sandbox.write w ON w.practice_id = p.practice_id AND w.emr_id = p.id
     JOIN job j ON j.emr_idempotency_key = w.idempotency_key::uuid WHERE j.id = $1`,
    [jobId],
  );
  return Number(row?.count);
};

const statusOf = async (jobId: number) =>
  (await database.asOwner<{ status: string }>("SELECT status FROM job WHERE id = $1", [jobId]))[0]?.status;

async function accept(): Promise<number> {
  const answer = await call(POST, "POST", "/payments", { body: aPayment, headers: clinic.headers });
  expect(answer.status).toBe(202);
  return answer.body.job_id;
}

it("writes once in the EMR if the process is killed between the EMR's write and our commit", {
  tags: "long",
}, async () => {
  const worker = await start();
  // While the event table is locked, the EMR can write, but the completing transaction has to wait.
  const gate = new pg.Client({ connectionString: database.ownerUrl, application_name: "crc-test" });
  await gate.connect();
  await gate.query("BEGIN; LOCK TABLE event IN ACCESS EXCLUSIVE MODE");

  const jobId = await accept();
  await until(async () => (await emrWrites(jobId)) === 1, RECOVERY_MS);
  await killWorker(worker);
  await gate.query("ROLLBACK");
  await gate.end();
  expect(await statusOf(jobId)).toBe("running");

  await start();
  await until(async () => (await statusOf(jobId)) === "completed", RECOVERY_MS);
  expect(await emrWrites(jobId)).toBe(1);
  const attempts = await database.asOwner<{ attempt: number; outcome: string }>(
    "SELECT attempt, outcome FROM job_attempt WHERE job_id = $1 ORDER BY started_at",
    [jobId],
  );
  expect(attempts).toEqual([
    { attempt: 1, outcome: "lost" },
    { attempt: 1, outcome: "succeeded" },
  ]);
  expect(await database.asOwner("SELECT 1 FROM event WHERE job_id = $1", [jobId])).toHaveLength(1);
});

it("completes every accepted payment once if workers are killed at any moment", { tags: "long" }, async () => {
  await database.asOwner("UPDATE sandbox.behavior SET latency_ms = 60");
  const jobs: number[] = [];
  const kills = 3;
  for (let round = 0; round < kills; round++) {
    const worker = await start();
    jobs.push(...(await Promise.all(Array.from({ length: 8 }, accept))));
    // Each round kills a little later, so that the kills hit different steps of the work.
    await pause(40 * round);
    await killWorker(worker);
  }
  await start();
  await until(async () => {
    const open = await database.asOwner("SELECT 1 FROM job WHERE status IN ('queued', 'running')");
    return open.length === 0;
  }, RECOVERY_MS);
  for (const jobId of jobs) {
    expect([jobId, await statusOf(jobId), await emrWrites(jobId)]).toEqual([jobId, "completed", 1]);
    expect(await database.asOwner("SELECT 1 FROM event WHERE job_id = $1", [jobId])).toHaveLength(1);
  }
});
