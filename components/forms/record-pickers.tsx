"use client";

import { useQuery } from "@tanstack/react-query";
import { formatDate } from "#components/ui/time-words";
import { useAccountId } from "#lib/client/account";
import { recalls } from "#lib/client/recalls";
import { referrals } from "#lib/client/referrals";
import { mrnWords } from "#lib/core/mrn";
import { ListPicker } from "./list-picker.tsx";
import type { WidgetProps } from "./widget-props.ts";

/** The referral that an operation is about, of those that the EMR has; the value is its id here. */
export function ReferralPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(referrals(useAccountId()));
  const options = (data ?? [])
    .filter(({ ehr_id }) => ehr_id !== null)
    .map(({ id, patient_mrn, reason, status }) => ({
      id,
      name: reason,
      detail: [mrnWords(patient_mrn), status].filter(Boolean).join(" · "),
    }));
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}

/** The recall that an action is about, of those that are open; the value is its id here. */
export function RecallPicker(props: WidgetProps) {
  const { data, isPending, isError, refetch } = useQuery(recalls(useAccountId(), { status: "open" }));
  const options = (data ?? []).map(({ id, patient_mrn, reason, due_date }) => ({
    id,
    name: reason,
    detail: `${mrnWords(patient_mrn)} · due ${formatDate(due_date)}`,
  }));
  return (
    <ListPicker {...props} options={options} loading={isPending} onRetry={isError ? () => void refetch() : undefined} />
  );
}
