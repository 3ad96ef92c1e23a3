import { waits } from "#lib/job-record/waiting";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import type { Principal } from "#lib/kernel/principal";

const HEADER = "X-Hold-Seconds";

/** Longest time for which a job can be held before its first attempt, in seconds (decisions §6). */
const MAX_HOLD_SECONDS = 30;

/** What `X-Hold-Seconds` does, for the OpenAPI document. */
export const holdHeader = {
  name: HEADER,
  description: `A whole number of seconds, at most ${MAX_HOLD_SECONDS}. The job waits so long before its first attempt, with the \`waiting_reason\` "${waits("held").waitingReason}", and POST /jobs/{job_id}/cancel takes it back until then`,
};

/**
 * Returns the moment until which a request's job is held, by the header `X-Hold-Seconds`; null without a hold. Throws
 * 400 for a malformed value, and for callers other than a person's session (decisions §6).
 */
export function heldUntil({ headers }: { headers: Headers }, { actor, embed }: Principal, now: Date): Date | null {
  const given = headers.get(HEADER);
  if (given === null) return null;
  if (actor.kind !== "user" || embed) throw invalid(problem(HEADER, "is only for the session of a person"));
  const seconds = /^\d{1,2}$/.test(given) ? Number(given) : Number.NaN;
  if (!(seconds <= MAX_HOLD_SECONDS)) {
    throw invalid(problem(HEADER, `must be a whole number of seconds from 0 to ${MAX_HOLD_SECONDS}`));
  }
  return seconds === 0 ? null : new Date(now.getTime() + seconds * 1_000);
}
