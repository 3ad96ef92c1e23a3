import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { POST } from "#app/v1/payments/route.ts";
import { EmrError } from "#lib/emr/port/port";
import { type Behavior, changeBehavior } from "#lib/emr/sandbox/behavior";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { call } from "./call.ts";
import { aPayment, openClinic } from "./clinic.ts";
import type { TestAccount } from "./linked-account.ts";

export type Query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;

/** The time within which jobs that may run must have ended. */
const END_MS = 60_000;
const LOOK_EVERY_MS = 10;

/** Two ways of being degraded, both with slow answers. */
const FAULTS: readonly Partial<Behavior>[] = [
  { outage: true, latency_ms: 100 },
  { fault_rate: 1, latency_ms: 100 },
];
const WELL: Partial<Behavior> = { outage: false, fault_rate: 0, latency_ms: 0 };

/** The result of a trial. Times are milliseconds from the acceptance of a healthy account's job to its end. */
export interface DegradedCounts {
  usualMs: number[];
  meanwhileMs: number[];
  /** When the jobs of `meanwhileMs` were sent, in milliseconds since 1970: from the first to before the second. */
  meanwhile: [since: number, until: number];
  /** Jobs of the degraded accounts, all of which waited until their EMRs came back. */
  waited: number;
  completed: number;
  /** Payments in the degraded EMRs at the end. */
  written: number;
  /** Events of each degraded account, in order. */
  events: string[][];
}

const idOf = ({ tenant }: TestAccount) => tenant.linkedAccountId;

async function pay(clinic: TestAccount, reference_number: string): Promise<number> {
  const body = { ...aPayment, reference_number };
  const answer = await call(POST, "POST", "/payments", { body, headers: clinic.headers });
  assert.equal(answer.status, 202, answer.body.message);
  return answer.body.job_id;
}

/** Returns how many of an account's jobs have a status. */
async function count(query: Query, clinics: TestAccount[], statuses: string[]): Promise<number> {
  const [found] = await query<{ count: number }>(
    "SELECT count(*)::integer AS count FROM job WHERE linked_account_id = ANY ($1::uuid[]) AND status = ANY ($2)",
    [clinics.map(idOf), statuses],
  );
  return found?.count ?? 0;
}

async function until(what: string, ask: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + END_MS; !(await ask()); await pause(LOOK_EVERY_MS)) {
    assert.ok(Date.now() < deadline, `Not within ${END_MS} ms: ${what}`);
  }
}

/** Does one payment after the other, as a person would. Returns the time that each took. */
export async function work(query: Query, clinic: TestAccount, payments: number): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < payments; number++) {
    const since = Date.now();
    const jobId = await pay(clinic, `WORK-${since}-${number}`);
    await until(`the end of job ${jobId}`, async () => {
      const [job] = await query<{ status: string; attempts: number }>(
        "SELECT status, attempts FROM job WHERE id = $1",
        [jobId],
      );
      if (job?.status !== "completed") return false;
      assert.equal(job.attempts, 1, `attempts of job ${jobId}`);
      return true;
    });
    times.push(Date.now() - since);
  }
  return times;
}

/** Syncs an account. Returns whether its EMR let it. */
const syncs = (clinic: TestAccount): Promise<boolean> =>
  syncAccount(clinic.tenant).then(
    () => true,
    (error: unknown) => {
      if (error instanceof EmrError) return false;
      throw error;
    },
  );

const setAll = (clinics: TestAccount[], behaviors: readonly Partial<Behavior>[]) =>
  Promise.all(clinics.map((clinic, index) => changeBehavior(idOf(clinic), behaviors[index] ?? WELL)));

/**
 * Degrades two of three EMRs, lets them come back, and sends jobs to all of them meanwhile; the caller's runner works
 * them off. Rejects if a job of the healthy account needed a second attempt, or a degraded account's job was lost.
 */
export async function degradeTwo(query: Query, jobs: number): Promise<DegradedCounts> {
  const [healthy, ...degraded] = [await openClinic(), await openClinic(), await openClinic()];
  const usualMs = await work(query, healthy, jobs);

  await setAll(degraded, FAULTS);
  for (let number = 0; number < jobs; number++) {
    await Promise.all(degraded.map((clinic) => pay(clinic, `WAIT-${number}`)));
  }
  const failing = Promise.all(
    degraded.map(async (clinic) => {
      for (let sync = 0; sync < 3; sync++) assert.equal(await syncs(clinic), false, "a degraded EMR was synced");
    }),
  );
  const since = Date.now();
  const meanwhileMs = await work(query, healthy, jobs);
  const meanwhile: DegradedCounts["meanwhile"] = [since, Date.now()];
  assert.equal(await syncs(healthy), true, "the healthy EMR was not synced");
  await failing;
  const waited = await count(query, degraded, ["queued", "running"]);

  await setAll(degraded, []);
  await until("the end of the attempts in progress", async () => (await count(query, degraded, ["running"])) === 0);
  for (let sync = 0; sync < 2; sync++) for (const clinic of degraded) assert.equal(await syncs(clinic), true);
  // The pauses between the attempts, which are long by now, end.
  await query("UPDATE job SET next_attempt_at = now() WHERE status = 'queued'");
  await query("UPDATE queue.entry SET due_at = now() WHERE queue = 'operations' AND state = 'waiting'");
  await until(
    "the end of the jobs that waited",
    async () => (await count(query, degraded, ["queued", "running"])) === 0,
  );

  const [payments] = await query<{ count: number }>(
    "SELECT count(*)::integer AS count FROM sandbox.payment WHERE practice_id = ANY ($1::uuid[])",
    [degraded.map(idOf)],
  );
  const events = await Promise.all(
    degraded.map((clinic) =>
      query<{ type: string }>(
        "SELECT type FROM event WHERE linked_account_id = $1 AND type LIKE 'sync.%' ORDER BY id",
        [idOf(clinic)],
      ),
    ),
  );
  return {
    usualMs,
    meanwhileMs,
    meanwhile,
    waited,
    completed: await count(query, degraded, ["completed"]),
    written: payments?.count ?? 0,
    events: events.map((rows) => rows.map(({ type }) => type)),
  };
}
