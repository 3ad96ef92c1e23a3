"use client";

import { CheckGroup } from "#components/ui/check-group";
import type { SettingsList } from "#lib/browser/api/choices";
import { useSettingsList } from "./use-settings-list.ts";
import type { ListWidgetProps } from "./widget-props.ts";

/** Selects several entries of a list from the last settings sync. */
export function SettingsChecks({ list, ...props }: ListWidgetProps & { list: SettingsList }) {
  return <CheckGroup {...props} {...useSettingsList(list)} />;
}
