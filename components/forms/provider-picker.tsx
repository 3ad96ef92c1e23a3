"use client";

import { useQuery } from "@tanstack/react-query";
import { useAccountId } from "#lib/client/account";
import { providers } from "#lib/client/providers";
import { ListPicker } from "./list-picker.tsx";
import type { WidgetProps } from "./widget-props.ts";

/** The practice's providers by name; the value is the provider's id in the EMR. */
export function ProviderPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(providers(useAccountId()));
  const options = (data ?? []).map(({ ehr_id, first_name, last_name, specialty, status }) => ({
    id: ehr_id,
    name: `${last_name}, ${first_name}`,
    detail: [specialty, status === "inactive" ? "inactive" : ""].filter(Boolean).join(" · "),
  }));
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
