"use client";

import { useQuery } from "@tanstack/react-query";
import { useAccountId } from "#lib/client/account";
import { referringProviders } from "#lib/client/referring-providers";
import { ListPicker } from "./list-picker.tsx";
import type { WidgetProps } from "./widget-props.ts";

/** The practice's referring providers by name; the value is their id here. */
export function ReferringProviderPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(referringProviders(useAccountId()));
  const options = (data ?? []).map(({ id, first_name, last_name, speciality, npi }) => ({
    id,
    name: `${last_name}, ${first_name}`,
    detail: [speciality, npi && `NPI ${npi}`].filter(Boolean).join(" · "),
  }));
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
