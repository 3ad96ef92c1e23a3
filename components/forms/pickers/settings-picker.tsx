"use client";

import { useSettingsList } from "#components/forms/use-settings-list.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import type { SettingsList } from "#lib/browser/api/choices";
import { ListPicker } from "./list-picker.tsx";

/** Selects an entry of a list from the last settings sync. */
export function SettingsPicker({ list, ...props }: WidgetProps & { list: SettingsList }) {
  return <ListPicker {...props} {...useSettingsList(list)} />;
}
