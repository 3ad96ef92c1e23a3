"use client";

import { useState } from "react";
import { withPresent } from "#components/forms/present-choice.ts";
import { useSettingsList } from "#components/forms/use-settings-list.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { words } from "#components/forms/words.ts";
import { TextField } from "#components/ui/text-field";
import type { SettingsList } from "#lib/browser/api/choices";
import { ListPicker } from "./list-picker.tsx";

/**
 * Selects an entry of a list from the last settings sync, or keeps a present value that the list lacks. A required name of which the EMR
 * shows no list is typed, as the EMR resolves it (interface 4.6).
 */
export function SettingsPicker({ list, ...props }: WidgetProps & { list: SettingsList }) {
  const { options, ...state } = useSettingsList(list);
  const isUnlisted = !state.loading && !state.onRetry && options.length === 0;
  const isListed = (value: string) => options.some(({ id }) => id === value);
  const [unlisted, setUnlisted] = useState("");
  // Remembered, so that the value can be chosen again after another one.
  if (!state.loading && props.value !== "" && props.value !== unlisted && !isListed(props.value)) {
    setUnlisted(props.value);
  }
  if (isUnlisted && list.sends === "name" && props.required !== false)
    return <TextField {...props} help={props.help ?? words.asTheEmrNamesIt} />;
  return <ListPicker {...props} {...state} options={state.loading ? options : withPresent(options, unlisted)} />;
}
