/** Lists in the cache, by the first part of their keys, that each completed event changes. */
const BY_EVENT: Record<string, readonly string[]> = {
  "claim.live_fetch_completed": ["claims"],
  "appointment.updated": ["appointments"],
  "referral.created": ["referrals"],
  "referral.updated": ["referrals"],
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

/** The same for jobs that send no event. */
const BY_JOB: Record<string, readonly string[]> = { schedule_sync: ["appointments", "availability"] };

/** The lists that an event's receipt makes old. Events that change nothing that is shown give none. */
export const changedBy = (eventType: string): readonly string[] => BY_EVENT[eventType] ?? [];

/** The lists that a job of ours makes old. */
export const changedByJob = (jobType: string): readonly string[] => BY_JOB[jobType] ?? [];

/** Every list that anything may change: after a gap in the stream all of them are read anew. */
export const CHANGING_LISTS: readonly string[] = [...new Set(Object.values({ ...BY_EVENT, ...BY_JOB }).flat())];
