"use client";

import { useQuery } from "@tanstack/react-query";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { providerChoices } from "#lib/browser/api/choices";
import { providers } from "#lib/browser/api/providers";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";

/** Selects a provider by name; the value is the provider's id in the EMR. */
export function ProviderPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(providers(useAccountId()));
  const options = providerChoices(data ?? []);
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
