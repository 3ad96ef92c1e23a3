/** Waiting reason of a job that was passed on to its EMR and ends when the EMR's event arrives. */
export const WAITS_FOR_EVENT = "Waits for the EMR's event";
