"use client";

import type { SettingsList } from "#lib/client/choices";
import { ListPicker } from "./list-picker.tsx";
import { useSettingsList } from "./use-settings-list.ts";
import type { WidgetProps } from "./widget-props.ts";

/** One entry of a list that the last settings sync found. */
export function SettingsPicker({ list, ...props }: WidgetProps & { list: SettingsList }) {
  return <ListPicker {...props} {...useSettingsList(list)} />;
}
