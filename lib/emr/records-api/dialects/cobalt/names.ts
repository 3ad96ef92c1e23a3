/** The service's log of events, where the outcome of every operation stands. */
export const EVENTS_PATH = "/webhook-events";
