"use client";

import { useQuery } from "@tanstack/react-query";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { referringProviderChoices } from "#lib/browser/api/choices";
import { referringProviders } from "#lib/browser/api/referring-providers";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";

/** Selects a referring provider by name; the value is the internal id. */
export function ReferringProviderPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(referringProviders(useAccountId()));
  const options = referringProviderChoices(data ?? []);
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
