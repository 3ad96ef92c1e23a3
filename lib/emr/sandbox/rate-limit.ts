import type { EmrCalls, FoundLimit } from "#lib/emr/port/calls";
import { EmrError } from "#lib/emr/port/port";
import type { Behavior, LimitAnswer } from "./behavior.ts";
import { sandboxPool } from "./pool.ts";

/** Window of the simulated limit. */
const MINUTE_MS = 60_000;

/** A connector's understanding of the EMR's refusal. */
interface Refusal {
  message: string;
  /** The EMR's own retry time in milliseconds; null if it states none. */
  retryAfterMs: number | null;
  found: FoundLimit;
}

/** How each kind of refusal states the limit; `leftMs` is the rest of the minute. */
const REFUSALS: Record<LimitAnswer, (limit: number, leftMs: number) => Refusal> = {
  header: (limit, leftMs) => ({
    message: "The EMR's limit of calls is reached",
    retryAfterMs: leftMs,
    found: { calls: limit, windowMs: MINUTE_MS, pauseMs: leftMs, from: "RateLimit-Limit" },
  }),
  body(_limit, leftMs) {
    const seconds = Math.ceil(leftMs / 1_000);
    const pauseMs = seconds * 1_000;
    return {
      message: `The EMR answered 429: too many requests, try in ${seconds} seconds`,
      retryAfterMs: pauseMs,
      found: { calls: null, windowMs: null, pauseMs, from: "body" },
    };
  },
  forbidden: () => ({
    message: "The EMR answered 403: usage limit exceeded",
    retryAfterMs: null,
    // Without a stated time, a minute is the shortest window that EMRs count in.
    found: { calls: null, windowMs: null, pauseMs: MINUTE_MS, from: "403" },
  }),
};

/** Counts a call of the present minute. Throws a limited EmrError if it exceeds the limit, and reports the limit. */
export async function countCall(
  practiceId: string,
  { rate_limit_per_minute: limit, limit_answer: kind }: Pick<Behavior, "rate_limit_per_minute" | "limit_answer">,
  calls: EmrCalls,
): Promise<void> {
  if (limit === null) return;
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
  if (!row || row.calls <= limit) return;
  const { message, retryAfterMs, found } = REFUSALS[kind](limit, row.left_ms);
  await calls.learn(found);
  throw new EmrError("passing", message, { limited: true, retryAfterMs });
}
