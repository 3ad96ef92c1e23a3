"use client";

import { useQuery } from "@tanstack/react-query";
import { useAccountId } from "#lib/client/account";
import { locationChoices } from "#lib/client/choices";
import { locations } from "#lib/client/locations";
import { ListPicker } from "./list-picker.tsx";
import type { WidgetProps } from "./widget-props.ts";

/** The account's locations by name; the value is the location's `emr_id` (decisions §3). */
export function LocationPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(locations(useAccountId()));
  const options = locationChoices(data ?? []);
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
