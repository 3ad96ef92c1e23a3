import { useMutation, useQueryClient } from "@tanstack/react-query";
import { updateProvider } from "#lib/browser/api/update-provider";
import { useAccountId } from "#lib/browser/session/account";
import { fullName } from "#lib/kernel/full-name";
import type { ProviderModel } from "#lib/resources/providers/model";
import type { ScheduleState } from "./use-schedule-syncs.ts";
import { words } from "./words.ts";

/**
 * The message about a schedule that is not synchronized yet (decisions §4: the switch keeps its position during an EMR
 * outage).
 */
const SCHEDULE_WORDS: Record<ScheduleState, string> = {
  coming: words.scheduleComing,
  waiting: words.scheduleWaiting,
  failed: words.scheduleFailed,
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
  const { id, status, hide_in_availability } = provider;
  const { mutate, error, variables } = useMutation(updateProvider(useQueryClient(), useAccountId()));
  const name = fullName(provider);
  const isActive = status === "active";
  const isShown = hide_in_availability === "false";
  const active: ProviderFlag = {
    label: words.isActive(name),
    isOn: isActive,
    meaning: isActive ? words.syncsTheSchedule : words.scheduleNotSynced,
    onChange: (on) => mutate({ id, change: { status: on ? "active" : "inactive" } }),
  };
  const shown: ProviderFlag = {
    label: words.isShown(name),
    isOn: isShown,
    meaning: isShown ? (isActive ? words.slotsOffered : words.onceActive) : words.hiddenFromPatients,
    onChange: (on) => mutate({ id, change: { hide_in_availability: on ? "false" : "true" } }),
  };
  const failure = error
    ? words.flagNotChanged(variables.change.status ? words.active : words.availability, error.message)
    : null;
  return { name, active, shown, failure, coming: isActive && schedule ? SCHEDULE_WORDS[schedule] : null };
}
