"use client";

import { useQuery } from "@tanstack/react-query";
import { Select } from "#components/ui/select";
import { useAccountId } from "#lib/client/account";
import { settings } from "#lib/client/settings";
import type { WidgetProps } from "./widget-props.ts";

/** The payment methods that the EMR has configured; the value is the method's name (interface 4.6). */
export function PaymentMethodPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(settings(useAccountId()));
  const options = (data?.payment_methods ?? []).map(({ name }) => ({ id: name, name }));
  return (
    <Select {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
