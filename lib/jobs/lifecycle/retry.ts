import type { RetryPolicy } from "#lib/definitions/operation";
import type { EmrError } from "#lib/emr/port/port";

/** Jitter: each pause is up to a quarter longer or shorter, so that jobs that failed together do not retry together. */
const JITTER = 0.25;

/**
 * Returns the pause in milliseconds after attempt number `attempt` (from 1); null if the error is permanent or no
 * attempt is left. The EMR's Retry-After is a lower bound (decisions §6).
 */
export function pauseAfter(
  attempt: number,
  error: Pick<EmrError, "kind" | "retryAfterMs">,
  policy: RetryPolicy,
  random: () => number = Math.random,
): number | null {
  if (error.kind === "validation" || attempt >= policy.attempts) return null;
  const pause = Math.min(policy.firstPauseMs * 2 ** (attempt - 1), policy.maxPauseMs);
  const jittered = pause * (1 + JITTER * (2 * random() - 1));
  return Math.round(Math.max(jittered, error.retryAfterMs ?? 0));
}
