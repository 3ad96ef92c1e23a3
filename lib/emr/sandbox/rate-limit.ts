import type { EmrCalls, FoundLimit } from "#lib/emr/port/calls";
import { EmrError } from "#lib/emr/port/port";
import type { Behavior, LimitAnswer } from "./behavior.ts";
import { sandboxPool } from "./pool.ts";

/** A connector's understanding of the EMR's refusal. */
interface Refusal {
  message: string;
  /** The EMR's own retry time in milliseconds; null if it states none. */
  retryAfterMs: number | null;
  found: FoundLimit;
}

/** How each kind of refusal states the limit; `leftMs` is the rest of the window. */
const REFUSALS: Record<LimitAnswer, (limit: number, leftMs: number, windowMs: number) => Refusal> = {
  header: (limit, leftMs, windowMs) => ({
    message: "The EMR's limit of calls is reached",
    retryAfterMs: leftMs,
    found: { calls: limit, windowMs, pauseMs: leftMs, from: "RateLimit-Limit" },
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
  forbidden: (_limit, _leftMs, windowMs) => ({
    message: "The EMR answered 403: usage limit exceeded",
    retryAfterMs: null,
    // Without a stated time, a whole window is certainly long enough.
    found: { calls: null, windowMs: null, pauseMs: windowMs, from: "403" },
  }),
};

/** Counts a call of the present window. Throws a limited EmrError if it exceeds the limit, and reports the limit. */
export async function countCall(
  practiceId: string,
  behavior: Pick<Behavior, "rate_limit_per_minute" | "rate_limit_window_s" | "limit_answer">,
  calls: EmrCalls,
): Promise<void> {
  const { rate_limit_per_minute: limit, rate_limit_window_s: seconds, limit_answer: kind } = behavior;
  if (limit === null) return;
  const { rows } = await sandboxPool().query<{ calls: number; left_ms: number }>(
    `INSERT INTO sandbox.call_count AS counted (practice_id, window_start, calls)
     VALUES ($1, date_bin(make_interval(secs => $2), now(), 'epoch'), 1)
     ON CONFLICT (practice_id) DO UPDATE SET
       calls = CASE WHEN counted.window_start = excluded.window_start THEN counted.calls + 1 ELSE 1 END,
       window_start = excluded.window_start
     RETURNING calls, ceil(extract(epoch FROM window_start + make_interval(secs => $2) - now()) * 1000)::integer AS left_ms`,
    [practiceId, seconds],
  );
  const row = rows[0];
  if (!row || row.calls <= limit) return;
  const { message, retryAfterMs, found } = REFUSALS[kind](limit, row.left_ms, seconds * 1_000);
  await calls.learn(found);
  throw new EmrError("passing", message, { limited: true, retryAfterMs });
}
