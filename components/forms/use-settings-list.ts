import { useQuery } from "@tanstack/react-query";
import { type SettingsList, settingsChoices } from "#lib/browser/api/choices";
import { settings } from "#lib/browser/api/settings";
import { useAccountId } from "#lib/browser/session/account";

/** Returns the options of a field that is selected from a settings list, and the state of the query. */
export function useSettingsList(list: SettingsList) {
  const { data, isPending, isError, refetch } = useQuery(settings(useAccountId()));
  const options = data ? settingsChoices(list)(data) : [];
  return { options, loading: isPending, onRetry: isError ? () => void refetch() : undefined };
}
