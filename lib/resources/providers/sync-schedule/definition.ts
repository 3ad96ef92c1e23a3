import { DEFAULT_RETRY, type JobDefinition } from "#lib/definitions/operation";

/** Fetches a provider's schedule from the EMR when the provider becomes active (interface 3.4, decisions §4). */
export const syncSchedule = {
  id: "schedule_sync",
  name: "Schedule sync",
  effect: "reads",
  place: "provider-schedule",
  retry: DEFAULT_RETRY,
  invalidates: ["appointments", "availability"],
  events: null,
} as const satisfies JobDefinition;
