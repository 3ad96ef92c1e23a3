import { useQuery } from "@tanstack/react-query";
import { loadingState } from "#components/forms/loading-state.ts";
import { type SettingsList, settingsChoices } from "#lib/browser/api/choices";
import { settings } from "#lib/browser/api/settings";
import { useAccountId } from "#lib/browser/session/account";

/** Returns the options of a field that is selected from a settings list, and the state of the query. */
export function useSettingsList(list: SettingsList) {
  const query = useQuery(settings(useAccountId()));
  const options = query.data ? settingsChoices(list)(query.data) : [];
  return { options, ...loadingState(query) };
}
