"use client";

import { useQuery } from "@tanstack/react-query";
import { CheckGroup } from "#components/ui/check-group";
import { useAccountId } from "#lib/client/account";
import { type SettingsList, settingsChoices } from "#lib/client/choices";
import { settings } from "#lib/client/settings";
import { ListPicker } from "./list-picker.tsx";
import type { ListWidgetProps, WidgetProps } from "./widget-props.ts";

function useSettingsList(list: SettingsList) {
  const { data, isPending, isError, refetch } = useQuery(settings(useAccountId()));
  const options = data ? settingsChoices(list)(data) : [];
  return { options, loading: isPending, onRetry: isError ? () => void refetch() : undefined };
}

/** One entry of a list that the last settings sync found. */
export function SettingsPicker({ list, ...props }: WidgetProps & { list: SettingsList }) {
  return <ListPicker {...props} {...useSettingsList(list)} />;
}

/** Several entries of such a list. */
export function SettingsChecks({ list, ...props }: ListWidgetProps & { list: SettingsList }) {
  return <CheckGroup {...props} {...useSettingsList(list)} />;
}
