import { EmrError } from "#lib/emr/port/port";
import type { Behavior, LimitAnswer } from "./behavior.ts";
import { sandboxPool } from "./pool.ts";

const LIMITED = { limited: true } as const;

/** The EMR's answer to a call over its limit, as a connector understands it; `leftMs` is the rest of the minute. */
const REFUSALS: Record<LimitAnswer, (leftMs: number) => EmrError> = {
  header: (leftMs) => new EmrError("passing", "The EMR's rate limit is reached", { ...LIMITED, retryAfterMs: leftMs }),
  body(leftMs) {
    const seconds = Math.ceil(leftMs / 1_000);
    const message = `The EMR answered 429: too many requests, try in ${seconds} seconds`;
    return new EmrError("passing", message, { ...LIMITED, retryAfterMs: seconds * 1_000 });
  },
  forbidden: () => new EmrError("passing", "The EMR answered 403: usage limit exceeded", LIMITED),
};

/** Counts a call of the present minute. Throws a limited EmrError if it exceeds the limit. */
export async function countCall(
  practiceId: string,
  { rate_limit_per_minute: limit, limit_answer }: Pick<Behavior, "rate_limit_per_minute" | "limit_answer">,
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
  if (row && row.calls > limit) throw REFUSALS[limit_answer](row.left_ms);
}
