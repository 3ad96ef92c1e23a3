import assert from "node:assert/strict";
import { startBase } from "./base.ts";
import { type Lane, startLane } from "./lane.ts";
import { until } from "./until.ts";

/** Calls per window that the simulated EMR allows. */
const CALLS = 250;
/** Calls of a payment: the EMR's payment methods, and the payment. */
const CALLS_EACH = 2;
const CLIENTS = 20;

/** A backlog, and the length of the EMR's window in seconds: a shorter one speeds time up. */
interface Backlog {
  jobs: number;
  windowSeconds: number;
}

const BACKLOGS: Backlog[] = [
  { jobs: Number(process.env.JOBS ?? 500), windowSeconds: 60 },
  { jobs: Number(process.env.MANY_JOBS ?? 10_000), windowSeconds: 3 },
];

const count = async (lane: Lane, what: string): Promise<number> =>
  Number((await lane.rows<{ count: string }>(`SELECT count(*) FROM ${what}`))[0]?.count);

/** Posts payments, all of which the API accepts at once. */
async function post(lane: Lane, jobs: number): Promise<void> {
  let begun = 0;
  const client = async () => {
    while (begun < jobs) {
      const number = begun++;
      const answer = await fetch(`${lane.address()}/v1/payments`, {
        method: "POST",
        headers: { ...lane.headers, "content-type": "application/json" },
        body: JSON.stringify({
          patient_mrn: "MRN-1",
          payment_method: "credit card",
          reference_number: `BUDGET-${number}`,
          location: "LOC-1",
          amount: 10,
        }),
      });
      assert.equal(answer.status, 202, `payment ${number}: ${await answer.text()}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** Returns the account's backlog as an integrator reads it. */
async function backlogOf(lane: Lane): Promise<{ jobs: number; through_at: string | null } | null> {
  const [account] = await lane.rows<{ id: string }>("SELECT replace(id::text, '-', '') AS id FROM linked_account");
  const answer = await fetch(`${lane.address()}/v1/linked-accounts/${account?.id}`, { headers: lane.headers });
  return ((await answer.json()) as { linked_account: { backlog: { jobs: number; through_at: string | null } | null } })
    .linked_account.backlog;
}

async function workOff(lane: Lane, { jobs, windowSeconds }: Backlog, stop: AbortSignal): Promise<void> {
  await lane.rows("UPDATE sandbox.behavior SET rate_limit_per_minute = $1, rate_limit_window_s = $2, latency_ms = 0", [
    CALLS,
    windowSeconds,
  ]);
  const leastSeconds = Math.ceil((jobs * CALLS_EACH) / CALLS) * windowSeconds;
  const since = Date.now();
  await post(lane, jobs);
  const estimate = await backlogOf(lane);
  await until(`the end of ${jobs} jobs`, 4_000 * leastSeconds + 60_000, async () => {
    if (stop.aborted) throw new Error("Stopped");
    return (await count(lane, "job WHERE status IN ('queued', 'running')")) === 0;
  });
  const seconds = Math.round((Date.now() - since) / 1_000);
  const completed = await count(lane, "job WHERE status = 'completed'");
  const failed = await count(lane, "job WHERE status = 'failed'");
  const more = await count(lane, "job WHERE attempts > 1");
  const writes = await count(lane, "sandbox.payment");
  const postponed = await count(lane, "job_attempt WHERE outcome = 'postponed'");
  const first = estimate?.through_at ? `${Math.round((Date.parse(estimate.through_at) - since) / 1_000)} s` : "none";
  process.stdout.write(
    `${jobs} jobs at ${CALLS} calls per ${windowSeconds} s: ${seconds} s (least ${leastSeconds} s; first estimate ${first}); ` +
      `completed ${completed}, failed ${failed}, EMR payments ${writes}, jobs with more than one attempt ${more}, ` +
      `attempts postponed ${postponed}\n`,
  );
  assert.deepEqual([completed, failed, writes, more], [jobs, 0, jobs, 0]);
}

/**
 * Works off backlogs under an EMR that refuses every call over its limit, with two workers. Prints the time and the
 * counts. Rejects if a job was lost or failed, was written twice, or used up an attempt by waiting.
 */
export async function emrBudget(stop: AbortSignal): Promise<void> {
  for (const [index, backlog] of BACKLOGS.entries()) {
    if (stop.aborted) return;
    const base = await startBase();
    try {
      const lane = await startLane(base, `crc_lane_${index}`, {
        members: ["web", "worker", "worker 2"],
        variables: { RATE_LIMIT_PER_MINUTE: "1000000" },
      });
      try {
        await workOff(lane, backlog, stop);
      } finally {
        await lane.stop();
      }
    } finally {
      await base.stop();
    }
  }
}
