import { ApiFailure, currentIn } from "#lib/browser/api/api-failure";
import type { PatientCandidate } from "#lib/resources/patients/candidate";

export interface FailureWords {
  title: string;
  /** States whether anything was saved and the next step. */
  next: string;
  /** The job that blocks the request; null or absent if the server named none. */
  jobId?: number | null;
  /** The patients who may be the one that the request creates; none for most failures. */
  candidates?: readonly PatientCandidate[];
}

/** The end of many refusals of `/v1`, which the form says in its own words. */
const SAID_BY_SERVER = /; nothing was \w+$/;

/** The sentences that follow a failed submission. */
export interface FormOutcomes {
  /** Shown after a refusal: nothing happened. */
  refused: string;
  /** Shown after a lost response: the change may have happened, and why sending again is safe. */
  unknown: string;
}

/** The outcomes of a form that saves something and may be sent again. */
export const SAVES: FormOutcomes = {
  refused: "Nothing was saved.",
  unknown: "It may or may not have been saved. Send it again unchanged: that is safe.",
};

/** The outcomes of a change that takes effect at once, as of a switch. */
const CHANGES: FormOutcomes = {
  refused: "Nothing was changed.",
  unknown:
    "It may or may not have been changed. What is shown now is read again: if it is not as you want it, try again.",
};

/** A refusal with the form's own text, for a submission that does not call `/v1`. */
export class Refused extends Error {
  readonly words: FailureWords;

  constructor(words: FailureWords) {
    super(words.title);
    this.name = "Refused";
    this.words = words;
  }
}

/**
 * Returns the banner of a form after a failed submission: the failure, whether anything was saved, the next step.
 * `misfits` is the number of problems shown at their fields.
 */
export function failureWords(
  failure: ApiFailure,
  misfits: number,
  { refused, unknown }: FormOutcomes = SAVES,
): FailureWords {
  if (failure.status === 0) {
    return { title: "The connection was lost", next: unknown };
  }
  if (failure.mayHaveBeenSaved) {
    return { title: "Something went wrong on the server", next: unknown };
  }
  if (failure.status === 401) {
    return {
      title: "You are signed out",
      next: `${refused} Sign in again in another tab, then send: your entries stay here.`,
    };
  }
  if (failure.status === 429) {
    const wait = failure.retryAfter ? `in ${failure.retryAfter} s` : "in a minute";
    return { title: "Too many requests", next: `${refused} Send it again ${wait}.` };
  }
  if (failure.errors.some(({ field }) => field === "access_token")) {
    return {
      title: "The EMR does not know this account’s user any more",
      next: `${refused} An administrator can link it anew under Integrations; then send this again.`,
    };
  }
  if (misfits > 0) {
    const fields = misfits === 1 ? "One field needs" : `${misfits} fields need`;
    return { title: `${fields} another look`, next: refused };
  }
  return { title: failure.message.replace(SAID_BY_SERVER, ""), next: refused };
}

/** Returns the banner of a switch after it failed, whose present state is read again. */
export function changeFailureWords(error: Error): FailureWords {
  if (currentIn(error)) {
    return {
      title: "Another person changed this meanwhile",
      next: "Nothing was changed: it shows now what they have chosen.",
    };
  }
  return error instanceof ApiFailure
    ? failureWords(error, 0, CHANGES)
    : { title: error.message, next: CHANGES.unknown };
}
