"use client";

import { useQuery } from "@tanstack/react-query";
import { loadingState } from "#components/forms/loading-state.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { formChoices } from "#lib/browser/api/choices";
import { forms } from "#lib/browser/api/forms";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";

/** Selects a questionnaire by name; the value is the `emr_form_id` (interface 4.3). */
export function FormPicker(props: WidgetProps) {
  const query = useQuery(forms(useAccountId()));
  return <ListPicker {...props} {...loadingState(query)} options={formChoices(query.data ?? [])} />;
}
