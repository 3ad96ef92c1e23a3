import { type ApiFailure, mayHaveBeenSaved } from "#lib/browser/api/api-failure";
import type { JobDefinition } from "#lib/definitions/operation";

export interface FailureWords {
  title: string;
  /** Whether anything was saved, and what to do now. */
  next: string;
  /** The job that is in the way, where the server named one. */
  jobId?: number | null;
}

/** What to do where nobody knows whether it was accepted. */
const AGAIN: Record<JobDefinition["effect"], string> = {
  writes: "It may or may not have been saved. Send it again unchanged: it can't be posted twice.",
  reads: "It may or may not have begun. Start it again: nothing in the EMR is changed by it.",
};

/**
 * What a form says above its fields after a failed send: what happened, whether anything was saved, what to do.
 * `misfits` counts the problems that stand beside their fields; `effect` is the operation's.
 */
export function failureWords(failure: ApiFailure, misfits: number, effect: JobDefinition["effect"]): FailureWords {
  if (failure.status === 0) {
    return { title: "The connection was lost", next: AGAIN[effect] };
  }
  if (mayHaveBeenSaved(failure)) {
    return { title: "Something went wrong on the server", next: AGAIN[effect] };
  }
  if (failure.status === 401) {
    return {
      title: "You are signed out",
      next: "Nothing was saved. Sign in again in another tab, then send: your entries stay here.",
    };
  }
  if (failure.status === 429) {
    const wait = failure.retryAfter ? `in ${failure.retryAfter} s` : "in a minute";
    return { title: "Too many requests", next: `Nothing was saved. Send it again ${wait}.` };
  }
  if (failure.errors.some(({ field }) => field === "access_token")) {
    return {
      title: "The EMR does not know this account’s user any more",
      next: "Nothing was saved. An administrator can link it anew under Integrations; then send this again.",
    };
  }
  if (misfits > 0) {
    const fields = misfits === 1 ? "One field needs" : `${misfits} fields need`;
    return { title: `${fields} another look`, next: "Nothing was saved." };
  }
  return { title: failure.message, next: "Nothing was saved." };
}
