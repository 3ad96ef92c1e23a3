import { useQuery } from "@tanstack/react-query";
import { type SettingsList, settingsChoices } from "#lib/browser/api/choices";
import { settings } from "#lib/browser/api/settings";
import { useAccountId } from "#lib/browser/session/account";

/** What a field that is chosen from a list of the settings offers, and how the reading of it stands. */
export function useSettingsList(list: SettingsList) {
  const { data, isPending, isError, refetch } = useQuery(settings(useAccountId()));
  const options = data ? settingsChoices(list)(data) : [];
  return { options, loading: isPending, onRetry: isError ? () => void refetch() : undefined };
}
