"use client";

import { useQuery } from "@tanstack/react-query";
import { loadingState } from "#components/forms/loading-state.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { visitStatusChoices } from "#lib/browser/api/choices";
import { visitStatuses } from "#lib/browser/api/visit-statuses";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";

/** Selects a visit status by description; the value is the code (interface 2.13). */
export function VisitStatusPicker(props: WidgetProps) {
  const query = useQuery(visitStatuses(useAccountId()));
  return <ListPicker {...props} {...loadingState(query)} options={visitStatusChoices(query.data ?? [])} />;
}
