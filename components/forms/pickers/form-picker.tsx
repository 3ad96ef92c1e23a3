"use client";

import { useQuery } from "@tanstack/react-query";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { formChoices } from "#lib/browser/api/choices";
import { forms } from "#lib/browser/api/forms";
import { useAccountId } from "#lib/browser/session/account";
import { ListPicker } from "./list-picker.tsx";

/** Selects a questionnaire by name; the value is the `emr_form_id` (interface 4.3). */
export function FormPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(forms(useAccountId()));
  const options = formChoices(data ?? []);
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
