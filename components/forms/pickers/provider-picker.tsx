"use client";

import { useQuery } from "@tanstack/react-query";
import { loadingState } from "#components/forms/loading-state.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { providerChoices } from "#lib/browser/api/choices";
import { providers } from "#lib/browser/api/providers";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";

/** Selects a provider by name; the value is the provider's id in the EMR. */
export function ProviderPicker(props: WidgetProps) {
  const query = useQuery(providers(useAccountId()));
  return <ListPicker {...props} {...loadingState(query)} options={providerChoices(query.data ?? [])} />;
}
