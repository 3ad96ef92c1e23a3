"use client";

import { useQuery } from "@tanstack/react-query";
import { useAccountId } from "#lib/client/account";
import { referringProviderChoices } from "#lib/client/choices";
import { referringProviders } from "#lib/client/referring-providers";
import { ListPicker } from "./list-picker.tsx";
import type { WidgetProps } from "./widget-props.ts";

/** The practice's referring providers by name; the value is their id here. */
export function ReferringProviderPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(referringProviders(useAccountId()));
  const options = referringProviderChoices(data ?? []);
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
