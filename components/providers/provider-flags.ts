import { useMutation, useQueryClient } from "@tanstack/react-query";
import { updateProvider } from "#lib/browser/api/update-provider";
import { useAccountId } from "#lib/browser/session/account";
import type { ProviderModel } from "#lib/resources/providers/model";
import type { ScheduleState } from "./use-schedule-syncs.ts";

/**
 * The message about a schedule that is not synchronized yet (decisions §4: the switch keeps its position during an EMR
 * outage).
 */
const SCHEDULE_WORDS: Record<ScheduleState, string> = {
  coming: "The schedule is being synced.",
  waiting: "Active now. The EMR does not answer: the schedule follows once it does.",
  failed: "Active now, but the schedule could not be synced. The nightly sync brings it in.",
};

/** One of a provider's two switches with its labels. */
export interface ProviderFlag {
  label: string;
  isOn: boolean;
  meaning: string;
  onChange: (isOn: boolean) => void;
}

/** Returns a provider's two switches with their state, errors and pending syncs. */
export function useProviderFlags(provider: ProviderModel, schedule: ScheduleState | undefined) {
  const { id, first_name, last_name, status, hide_in_availability } = provider;
  const { mutate, error, variables } = useMutation(updateProvider(useQueryClient(), useAccountId()));
  const name = `${last_name}, ${first_name}`;
  const isActive = status === "active";
  const isShown = hide_in_availability === "false";
  const active: ProviderFlag = {
    label: `${name} is active`,
    isOn: isActive,
    meaning: isActive ? "Syncs the schedule" : "Schedule not synced",
    onChange: (on) => mutate({ id, change: { status: on ? "active" : "inactive" } }),
  };
  const shown: ProviderFlag = {
    label: `${name} is shown in availability`,
    isOn: isShown,
    meaning: isShown ? (isActive ? "Open slots are offered" : "Once active") : "Hidden from patients",
    onChange: (on) => mutate({ id, change: { hide_in_availability: on ? "false" : "true" } }),
  };
  const failure = error
    ? `${variables.change.status ? "Active" : "Availability"} was not changed: ${error.message}`
    : null;
  return { name, active, shown, failure, coming: isActive && schedule ? SCHEDULE_WORDS[schedule] : null };
}
