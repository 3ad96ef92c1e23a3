"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WidgetProps } from "#components/forms/widget-props.ts";
import { words } from "#components/forms/words.ts";
import { PatientPicker } from "#components/patients/patient-picker";
import { formatDate, formatHour } from "#components/ui/time-words";
import { appointmentById } from "#lib/browser/api/appointment-by-id";
import { appointmentDetail, patientVisits } from "#lib/browser/api/appointments";
import { visitStatuses } from "#lib/browser/api/visit-statuses";
import { useSettled } from "#lib/browser/page/use-settled";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { ListPicker } from "./list-picker.tsx";

interface VisitOfPatientProps extends WidgetProps {
  /** The field of an appointment that is the value. */
  idField: "id" | "emr_appointment_id";
  /** The appointment that is chosen when the form opens. */
  given: UseQueryResult<AppointmentModel | null>;
  picked: string | null;
  setPicked: (mrn: string) => void;
}

function VisitOfPatient(props: VisitOfPatientProps) {
  const { idField, given, picked, setPicked, value, onChange, disabled, ...field } = props;
  const { id: accountId, timezone } = useAccount();
  const mrn = picked ?? given.data?.patient_mrn ?? "";
  // Waits for a pause in typing the MRN.
  const settled = useSettled(mrn);
  const visits = useQuery({ ...patientVisits(accountId, settled, todayIn(timezone)), enabled: settled !== "" });
  const { data: statuses } = useQuery(visitStatuses(accountId));

  const toChoice = (visit: AppointmentModel) => {
    const status = statuses?.find(({ code }) => code === visit.status)?.description ?? visit.status;
    return {
      id: visit[idField],
      name: `${formatDate(visit.datetime.slice(0, 10))}, ${formatHour(visit.datetime, timezone)}`,
      detail: [visit.appointment_type, visit.provider_name, status, visit.set_aside && words.notCurrent]
        .filter(Boolean)
        .join(" · "),
    };
  };
  const listed = settled === mrn ? (visits.data ?? []) : [];
  const isListed = listed.some((visit) => visit[idField] === value);
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

/** Selects an appointment of a patient; the value is its id in the EMR. */
export function AppointmentPicker(props: WidgetProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const isGiven = props.value !== "" && picked === null;
  const given = useQuery({ ...appointmentDetail(useAccount().id, props.value), enabled: isGiven });
  return <VisitOfPatient {...props} idField="emr_appointment_id" given={given} picked={picked} setPicked={setPicked} />;
}

/** Selects an appointment of a patient; the value is its id here. */
export function VisitPicker(props: WidgetProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const isGiven = props.value !== "" && picked === null;
  const given = useQuery({ ...appointmentById(useAccount().id, props.value), enabled: isGiven });
  return <VisitOfPatient {...props} idField="id" given={given} picked={picked} setPicked={setPicked} />;
}
