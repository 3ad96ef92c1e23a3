"use client";

import { useQuery } from "@tanstack/react-query";
import { useAccountId } from "#lib/client/account";
import { visitStatuses } from "#lib/client/visit-statuses";
import { ListPicker } from "./list-picker.tsx";
import type { WidgetProps } from "./widget-props.ts";

/** The practice's visit statuses by their description; the value is the code (interface 2.13). */
export function VisitStatusPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(visitStatuses(useAccountId()));
  const options = (data ?? []).map(({ code, description }) => ({ id: code, name: description, detail: code }));
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
