"use client";

import { useQuery } from "@tanstack/react-query";
import { useAccountId } from "#lib/client/account";
import { providerChoices } from "#lib/client/choices";
import { providers } from "#lib/client/providers";
import { ListPicker } from "./list-picker.tsx";
import type { WidgetProps } from "./widget-props.ts";

/** The practice's providers by name; the value is the provider's id in the EMR. */
export function ProviderPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(providers(useAccountId()));
  const options = providerChoices(data ?? []);
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
