"use client";

import { useQuery } from "@tanstack/react-query";
import { loadingState } from "#components/forms/loading-state.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { visitTypeChoices } from "#lib/browser/api/choices";
import { visitTypes } from "#lib/browser/api/visit-types";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";

/** Selects a visit type by name, which is also the value. */
export function VisitTypePicker(props: WidgetProps) {
  const query = useQuery(visitTypes(useAccountId()));
  return <ListPicker {...props} {...loadingState(query)} options={visitTypeChoices(query.data ?? [])} />;
}
