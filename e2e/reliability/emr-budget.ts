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

/** Returns when the account's backlog will be through, as an integrator reads it; null if that is not known. */
async function throughAt(lane: Lane): Promise<string | null> {
  const [account] = await lane.rows<{ id: string }>("SELECT replace(id::text, '-', '') AS id FROM linked_account");
  const answer = await fetch(`${lane.address()}/v1/linked-accounts/${account?.id}`, { headers: lane.headers });
  const { linked_account } = (await answer.json()) as {
    linked_account: { backlog: { through_at: string | null } | null };
  };
  return linked_account.backlog?.through_at ?? null;
}

async function workOff(lane: Lane, { jobs, windowSeconds }: Backlog, stop: AbortSignal): Promise<void> {
  await lane.rows("UPDATE sandbox.behavior SET rate_limit_per_minute = $1, rate_limit_window_s = $2, latency_ms = 0", [
    CALLS,
    windowSeconds,
  ]);
  const leastSeconds = Math.ceil((jobs * CALLS_EACH) / CALLS) * windowSeconds;
  const since = Date.now();
  await post(lane, jobs);
  // The limit is learned when it is reached, which a busy machine may not do.
  const atMostMs = 4_000 * leastSeconds + 60_000;
  const unfinished = () => count(lane, "job WHERE status IN ('queued', 'running')");
  const estimate = await until("an estimate, or the end", atMostMs, async () => {
    return (await throughAt(lane)) ?? ((await unfinished()) === 0 ? "never" : null);
  });
  await until(`the end of ${jobs} jobs`, atMostMs, async () => {
    if (stop.aborted) throw new Error("Stopped");
    return (await unfinished()) === 0;
  });
  const seconds = Math.round((Date.now() - since) / 1_000);
  const completed = await count(lane, "job WHERE status = 'completed'");
  const failed = await count(lane, "job WHERE status = 'failed'");
  const more = await count(lane, "job WHERE attempts > 1");
  const writes = await count(lane, "sandbox.payment");
  const postponed = await count(lane, "job_attempt WHERE outcome = 'postponed'");
  const reasons = await lane.rows<{ reason: string; count: string }>(
    "SELECT reason, count(*) FROM job_attempt WHERE outcome = 'failed' GROUP BY reason ORDER BY reason",
  );
  const first = estimate === "never" ? "none" : `${Math.round((Date.parse(estimate) - since) / 1_000)} s`;
  process.stdout.write(
    `${jobs} jobs at ${CALLS} calls per ${windowSeconds} s: ${seconds} s (least ${leastSeconds} s; first estimate ${first}); ` +
      `completed ${completed}, failed ${failed}, EMR payments ${writes}, jobs with more than one attempt ${more}, ` +
      `attempts postponed ${postponed}\n${reasons.map(({ reason, count: times }) => `  ${times} × ${reason}\n`).join("")}`,
  );
  assert.deepEqual([completed, failed, writes, more], [jobs, 0, jobs, 0]);
  if (seconds < 2 * leastSeconds) assert.notEqual(estimate, "never", "nothing said when the backlog would be through");
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
