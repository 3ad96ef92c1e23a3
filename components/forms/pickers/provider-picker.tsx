"use client";

import { useQuery } from "@tanstack/react-query";
import { loadingState } from "#components/forms/loading-state.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { providerChoices, providerNumberChoices } from "#lib/browser/api/choices";
import { providers } from "#lib/browser/api/providers";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";

function Picker({ choices, ...props }: WidgetProps & { choices: typeof providerChoices }) {
  const query = useQuery(providers(useAccountId()));
  return <ListPicker {...props} {...loadingState(query)} options={choices(query.data ?? [])} />;
}

/** Selects a provider by name; the value is the provider's id in the EMR. */
export const ProviderPicker = (props: WidgetProps) => <Picker {...props} choices={providerChoices} />;

/** Selects a provider by name; the value is the provider's number. */
export const ProviderNumberPicker = (props: WidgetProps) => <Picker {...props} choices={providerNumberChoices} />;
