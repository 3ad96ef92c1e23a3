"use client";

import { useQuery } from "@tanstack/react-query";
import { loadingState } from "#components/forms/loading-state.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { referringProviderChoices } from "#lib/browser/api/choices";
import { referringProviders } from "#lib/browser/api/referring-providers";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";

/** Selects a referring provider by name; the value is the internal id. */
export function ReferringProviderPicker(props: WidgetProps) {
  const query = useQuery(referringProviders(useAccountId()));
  return <ListPicker {...props} {...loadingState(query)} options={referringProviderChoices(query.data ?? [])} />;
}
