import type { RetryPolicy } from "#lib/definitions/operation";
import type { EmrError } from "#lib/emr/port/port";

/** Each pause is up to a quarter longer or shorter, so that what failed together does not return together. */
const JITTER = 0.25;

/**
 * Milliseconds until the attempt after number `attempt` (from 1), or null where none is left: the fault is
 * permanent, or the allowed attempts are used up. The EMR's own retry time is a lower bound (decisions §6).
 */
export function pauseAfter(
  attempt: number,
  error: Pick<EmrError, "kind" | "retryAfterMs">,
  policy: RetryPolicy,
  random: () => number = Math.random,
): number | null {
  if (error.kind === "validation" || attempt >= policy.attempts) return null;
  const pause = Math.min(policy.firstPauseMs * 2 ** (attempt - 1), policy.longestPauseMs);
  const jittered = pause * (1 + JITTER * (2 * random() - 1));
  return Math.round(Math.max(jittered, error.retryAfterMs ?? 0));
}
