"use client";

import { useQuery } from "@tanstack/react-query";
import { useAccountId } from "#lib/client/account";
import { visitStatusChoices } from "#lib/client/choices";
import { visitStatuses } from "#lib/client/visit-statuses";
import { ListPicker } from "./list-picker.tsx";
import type { WidgetProps } from "./widget-props.ts";

/** The practice's visit statuses by their description; the value is the code (interface 2.13). */
export function VisitStatusPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(visitStatuses(useAccountId()));
  const options = visitStatusChoices(data ?? []);
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
