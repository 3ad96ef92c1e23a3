import { setTimeout as pause } from "node:timers/promises";
import type { EmrCalls } from "#lib/emr/port/calls";
import { EmrError } from "#lib/emr/port/port";
import { sandboxPool } from "./pool.ts";

/** Window of the simulated limit. */
const MINUTE_MS = 60_000;

interface Behavior {
  latency_ms: number;
  fault_rate: number;
  outage: boolean;
  rate_limit_per_minute: number | null;
}

async function readBehavior(practiceId: string): Promise<Behavior> {
  const { rows } = await sandboxPool().query<Behavior>(
    "SELECT latency_ms, fault_rate, outage, rate_limit_per_minute FROM sandbox.behavior WHERE practice_id = $1",
    [practiceId],
  );
  if (!rows[0]) throw new EmrError("validation", "The sandbox EMR has no practice for this account");
  return rows[0];
}

/** Counts a call of the present minute. Throws if it exceeds the limit. */
async function countCall(practiceId: string, limit: number, calls: EmrCalls): Promise<void> {
  const { rows } = await sandboxPool().query<{ calls: number; left_ms: number }>(
    `INSERT INTO sandbox.call_count AS counted (practice_id, minute, calls)
     VALUES ($1, date_trunc('minute', now()), 1)
     ON CONFLICT (practice_id) DO UPDATE SET
       calls = CASE WHEN counted.minute = excluded.minute THEN counted.calls + 1 ELSE 1 END,
       minute = excluded.minute
     RETURNING calls, ceil(extract(epoch FROM minute + interval '1 minute' - now()) * 1000)::integer AS left_ms`,
    [practiceId],
  );
  const row = rows[0];
  if (row && row.calls > limit) {
    await calls.learn({ calls: limit, windowMs: MINUTE_MS, pauseMs: row.left_ms, from: "RateLimit-Limit" });
    throw new EmrError("passing", "The EMR's limit of calls is reached", { limited: true, retryAfterMs: row.left_ms });
  }
}

/**
 * Runs one call against the simulated EMR by the practice's behaviour (decisions §5, sandbox): after its latency,
 * unless it is out, its rate limit is reached, or a passing fault occurs. Half of the faults lose the request, the
 * other half the answer: then the EMR has done the write, and only the idempotency key prevents a second one. Throws
 * EmrErrors; rejects with an AbortError if `signal` ends the wait.
 */
export async function throughFrontDoor<Result>(
  { practiceId, calls, signal }: { practiceId: string; calls: EmrCalls; signal: AbortSignal },
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  await calls.take();
  const behavior = await readBehavior(practiceId);
  // Even a timer of 0 ms takes one millisecond.
  if (behavior.latency_ms > 0) await pause(behavior.latency_ms, undefined, { signal });
  if (behavior.outage) throw new EmrError("passing", "The EMR is out of service", { notDone: true });
  if (behavior.rate_limit_per_minute !== null) await countCall(practiceId, behavior.rate_limit_per_minute, calls);

  const faulty = Math.random() < behavior.fault_rate;
  if (faulty && Math.random() < 0.5) throw new EmrError("passing", "The EMR answered 503 Service Unavailable");
  const result = await work();
  if (faulty) throw new EmrError("passing", "The connection was lost before the EMR answered");
  return result;
}
