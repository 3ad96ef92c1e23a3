"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { words } from "#components/forms/words.ts";
import { PatientPicker } from "#components/patients/patient-picker";
import { formatDate, formatHour } from "#components/ui/time-words";
import { appointmentDetail, patientVisits } from "#lib/browser/api/appointments";
import { visitStatuses } from "#lib/browser/api/visit-statuses";
import { useSettled } from "#lib/browser/page/use-settled";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { ListPicker } from "./list-picker.tsx";

/** Selects an appointment of a patient; the value is its id in the EMR. */
export function AppointmentPicker({ value, onChange, disabled, ...field }: WidgetProps) {
  const { id: accountId, timezone } = useAccount();
  const [picked, setPicked] = useState<string | null>(null);
  const given = useQuery({ ...appointmentDetail(accountId, value), enabled: value !== "" && picked === null });
  const mrn = picked ?? given.data?.patient_mrn ?? "";
  // Waits for a pause in typing the MRN.
  const settled = useSettled(mrn);
  const visits = useQuery({ ...patientVisits(accountId, settled, todayIn(timezone)), enabled: settled !== "" });
  const { data: statuses } = useQuery(visitStatuses(accountId));

  const toChoice = (visit: AppointmentModel) => {
    const status = statuses?.find(({ code }) => code === visit.status)?.description ?? visit.status;
    return {
      id: visit.emr_appointment_id,
      name: `${formatDate(visit.datetime.slice(0, 10))}, ${formatHour(visit.datetime, timezone)}`,
      detail: [visit.appointment_type, visit.provider_name, status, visit.set_aside && words.notCurrent]
        .filter(Boolean)
        .join(" · "),
    };
  };
  const listed = settled === mrn ? (visits.data ?? []) : [];
  const isListed = listed.some(({ emr_appointment_id }) => emr_appointment_id === value);
  const options = (given.data && picked === null && !isListed ? [given.data, ...listed] : listed).map(toChoice);
  const chosen = options.find(({ id }) => id === value);
  const none = mrn !== "" && settled === mrn && visits.isSuccess && options.length === 0;

  const pickPatient = (next: string) => {
    if (next === mrn) return;
    setPicked(next);
    onChange("");
  };

  return (
    <div className="flex flex-col gap-4">
      <PatientPicker label={words.patient} value={mrn} onChange={pickPatient} disabled={disabled} required />
      <ListPicker
        {...field}
        value={value}
        onChange={onChange}
        disabled={disabled || mrn === "" || none}
        options={options}
        loading={visits.isLoading || settled !== mrn}
        onRetry={visits.isError ? () => void visits.refetch() : undefined}
        help={chosen?.detail ?? (mrn === "" ? words.choosePatientFirst : none ? words.noVisitInMonths : undefined)}
      />
    </div>
  );
}
