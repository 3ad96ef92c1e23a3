import { DEFAULT_RETRY, type JobDefinition } from "#lib/definitions/operation";

/** Fetches a provider's schedule from the EMR when the provider becomes active (interface 3.4, decisions §4). */
export const syncSchedule = {
  id: "schedule_sync",
  name: "Schedule sync",
  effect: "reads",
  retry: DEFAULT_RETRY,
  events: null,
} as const satisfies JobDefinition;
