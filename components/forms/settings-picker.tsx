"use client";

import { useQuery } from "@tanstack/react-query";
import { CheckGroup } from "#components/ui/check-group";
import { useAccountId } from "#lib/client/account";
import { settings } from "#lib/client/settings";
import type { AccountSettings } from "#lib/models/settings";
import { ListPicker } from "./list-picker.tsx";
import type { ListWidgetProps, WidgetProps } from "./widget-props.ts";

interface Named {
  id: string;
  name: string;
}

/** Which list of the settings to choose from, and what of an entry the request carries. */
export interface SettingsList {
  pick: (settings: AccountSettings) => readonly Named[];
  sends: keyof Named;
}

function useSettingsList({ pick, sends }: SettingsList) {
  const { data, isPending, isError, refetch } = useQuery(settings(useAccountId()));
  const options = data ? pick(data).map((named) => ({ id: named[sends], name: named.name })) : [];
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
