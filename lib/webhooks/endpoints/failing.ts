const DAY_MS = 24 * 3_600_000;

/** An endpoint with nothing but failures for this long is disabled at its next failure (decisions §7). */
const MAX_FAILING_MS = 5 * DAY_MS;

/** The warning comes this long before. */
const WARNED_BEFORE_MS = DAY_MS;

/** Returns the moment from which a failure disables an endpoint that has failed since a moment. */
export const disablesAt = (failingSince: Date): Date => new Date(failingSince.getTime() + MAX_FAILING_MS);

/** Returns the latest beginning of failures that calls for a warning now. */
export const warnedIfFailingSince = (now: Date): Date => new Date(now.getTime() - MAX_FAILING_MS + WARNED_BEFORE_MS);
