/** Longest time for which a job can be held before its first attempt, in seconds (decisions §6). */
export const MAX_HOLD_SECONDS = 30;

/** Waiting reason of a job that is held before its first attempt, so that it can be taken back by cancelling it. */
export const HELD = "About to be sent: it can still be taken back";
