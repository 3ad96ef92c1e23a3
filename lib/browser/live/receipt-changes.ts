/** Lists in the cache, by the first part of their keys, that each completed event changes. */
const BY_EVENT: Record<string, readonly string[]> = {
  "claim.live_fetch_completed": ["claims"],
  "appointment.updated": ["appointments"],
  "referral.created": ["referrals"],
  "referral.updated": ["referrals"],
  "order_catalog.searched": ["order-catalog"],
  "recall_action.created": ["recalls"],
  "org_settings.synced": [
    "settings",
    "providers",
    "locations",
    "visit-types",
    "visit-statuses",
    "referring-providers",
    "staff",
    "forms",
  ],
};

/** The same for the states of jobs: what was written is listed with the state of its job; some jobs send no event. */
const BY_JOB: Record<string, readonly string[]> = {
  schedule_sync: ["appointments", "availability"],
  "patient-notes:create": ["patient_notes"],
  "payments:create": ["payments"],
  "tasks:create": ["tasks"],
  "orders:create": ["orders"],
  "services:create": ["services"],
};

/** The lists that an event's receipt makes old. Events that change nothing that is shown give none. */
export const changedBy = (eventType: string): readonly string[] => BY_EVENT[eventType] ?? [];

/** The lists that a new state of a job makes old. */
export const changedByJob = (jobType: string): readonly string[] => BY_JOB[jobType] ?? [];

/** Every list that anything may change: after a gap in the stream all of them are read anew. */
export const CHANGING_LISTS: readonly string[] = [...new Set(Object.values({ ...BY_EVENT, ...BY_JOB }).flat())];
