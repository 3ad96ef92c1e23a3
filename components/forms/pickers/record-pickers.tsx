"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { loadingState } from "#components/forms/loading-state.ts";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { words } from "#components/forms/words.ts";
import type { Choice } from "#components/ui/choice";
import { formatDate } from "#components/ui/time-words";
import { recalls } from "#lib/browser/api/recalls";
import { referrals } from "#lib/browser/api/referrals";
import { useAccountId } from "#lib/browser/session/account";
import { mrnWords } from "#lib/resources/patients/mrn";
import { ListPicker } from "./list-picker.tsx";

interface PatientRecord {
  id: string;
  patient_mrn: string;
  patient_name: string | null;
  reason: string;
  /** Distinguishes it from the patient's other records. */
  state: string;
  set_aside: string | null;
}

interface RecordPickerProps extends WidgetProps {
  records: readonly PatientRecord[];
  query: UseQueryResult;
}

/**
 * Selects a patient's record by the patient's name or by its reason; the patient is shown below the selected record.
 */
function RecordPicker({ records, query, ...props }: RecordPickerProps) {
  const options = records.map(
    ({ id, patient_mrn, patient_name, reason, state, set_aside }): Choice => ({
      id,
      name: reason,
      detail: [patient_name, mrnWords(patient_mrn), state, set_aside && words.notCurrent].filter(Boolean).join(" · "),
    }),
  );
  const chosen = options.find(({ id }) => id === props.value);
  return <ListPicker {...props} {...(chosen && { help: chosen.detail })} {...loadingState(query)} options={options} />;
}

/** Selects a referral that the EMR holds; the value is its internal id. */
export function ReferralPicker(props: WidgetProps) {
  const query = useQuery(referrals(useAccountId()));
  const records = (query.data ?? [])
    .filter(({ ehr_id }) => ehr_id !== null)
    .map(({ status, ...referral }) => ({ ...referral, state: status ?? "" }));
  return <RecordPicker {...props} records={records} query={query} />;
}

/** Selects an open recall; the value is its internal id. */
export function RecallPicker(props: WidgetProps) {
  const query = useQuery(recalls(useAccountId(), { status: "open" }));
  const records = (query.data ?? []).map((recall) => ({ ...recall, state: words.due(formatDate(recall.due_date)) }));
  return <RecordPicker {...props} records={records} query={query} />;
}
