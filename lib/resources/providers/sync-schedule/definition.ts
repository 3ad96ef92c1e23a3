import { DEFAULT_RETRY, type JobDefinition } from "#lib/definitions/operation";

/** Brings one provider's schedule in from the EMR once the provider becomes active (interface 3.4, decisions §4). */
export const syncSchedule = {
  id: "schedule_sync",
  name: "Schedule sync",
  effect: "reads",
  retry: DEFAULT_RETRY,
  events: null,
} as const satisfies JobDefinition;
