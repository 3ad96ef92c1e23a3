"use client";

import { useQuery } from "@tanstack/react-query";
import { loadingState } from "#components/forms/loading-state.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { locationChoices } from "#lib/browser/api/choices";
import { locations } from "#lib/browser/api/locations";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";

/** Selects a location by name; the value is the location's `emr_id` (decisions §3). */
export function LocationPicker(props: WidgetProps) {
  const query = useQuery(locations(useAccountId()));
  return <ListPicker {...props} {...loadingState(query)} options={locationChoices(query.data ?? [])} />;
}
