"use client";

import { useQuery } from "@tanstack/react-query";
import { useAccountId } from "#lib/client/account";
import { formChoices } from "#lib/client/choices";
import { forms } from "#lib/client/forms";
import { ListPicker } from "./list-picker.tsx";
import type { WidgetProps } from "./widget-props.ts";

/** The practice's questionnaires by name; the value is the `emr_form_id` (interface 4.3). */
export function FormPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(forms(useAccountId()));
  const options = formChoices(data ?? []);
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
