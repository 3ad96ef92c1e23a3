"use client";

import { useState } from "react";
import { withPresent } from "#components/forms/present-choice.ts";
import { useSettingsList } from "#components/forms/use-settings-list.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import type { SettingsList } from "#lib/browser/api/choices";
import { ListPicker } from "./list-picker.tsx";

/** Selects an entry of a list from the last settings sync, or keeps a present value that the list lacks. */
export function SettingsPicker({ list, ...props }: WidgetProps & { list: SettingsList }) {
  const { options, ...state } = useSettingsList(list);
  const isListed = (value: string) => options.some(({ id }) => id === value);
  const [unlisted, setUnlisted] = useState("");
  // Remembered, so that the value can be chosen again after another one.
  if (!state.loading && props.value !== "" && props.value !== unlisted && !isListed(props.value)) {
    setUnlisted(props.value);
  }
  return <ListPicker {...props} {...state} options={state.loading ? options : withPresent(options, unlisted)} />;
}
