"use client";

import { useSettingsList } from "#components/forms/use-settings-list.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import type { SettingsList } from "#lib/browser/api/choices";
import { ListPicker } from "./list-picker.tsx";

/** One entry of a list that the last settings sync found. */
export function SettingsPicker({ list, ...props }: WidgetProps & { list: SettingsList }) {
  return <ListPicker {...props} {...useSettingsList(list)} />;
}
