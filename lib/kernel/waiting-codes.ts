/** Why a job waits (GET /jobs). */
export const WAITING_CODES = {
  held: "it is held before its first attempt, so that cancelling takes it back",
  attempt_failed: "the last attempt failed, and the next one has its time",
  limit_reached: "the EMR takes no more calls for now",
  login_lost: "the EMR refuses the account's credentials for good",
  emr_event: "the EMR has accepted it, and its event ends it",
  event_read: "the EMR's event has arrived, and what it announced is read",
  log_searched: "the EMR's answer was lost, and its log of events is searched",
  answer_not_stored: "the EMR's answer could not be stored here",
  outcome_unknown: "whether the EMR holds it is left to a person",
} as const;

export type WaitingCode = keyof typeof WAITING_CODES;
