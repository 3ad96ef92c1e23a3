"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Choice } from "#components/ui/choice";
import { ComboBox } from "#components/ui/combo-box";
import type { FieldProps } from "#components/ui/field";
import { TextField } from "#components/ui/text-field";
import { formatDate } from "#components/ui/time-words";
import { patientByMrn, patientSearch } from "#lib/browser/api/patients";
import { useSettled } from "#lib/browser/page/use-settled";
import { useAccountId, useIsGranted } from "#lib/browser/session/account";
import type { PatientModel } from "#lib/resources/patients/model";
import { mrnWords } from "#lib/resources/patients/mrn";

interface PatientPickerProps extends FieldProps {
  /** The patient's MRN; "" while none is chosen. */
  value: string;
  onChange: (mrn: string) => void;
  /** In a filter bar: neither the label nor what tells the chosen one from others is shown. */
  hideLabel?: boolean;
}

const nameOf = ({ last_name, first_name }: PatientModel) => `${last_name}, ${first_name}`;

/** What tells two patients of one name apart. */
const identityOf = ({ mrn, dob, phone }: PatientModel) => `${mrnWords(mrn)} · born ${formatDate(dob)} · ${phone}`;

const toChoice = (patient: PatientModel): Choice => ({
  id: patient.mrn,
  name: nameOf(patient),
  detail: identityOf(patient),
});

/** Whether a patient found for other words fits what stands in the field by now. */
function fits(patient: PatientModel, text: string): boolean {
  const own = `${patient.first_name} ${patient.last_name} ${identityOf(patient)} ${patient.dob}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .every((word) => own.includes(word));
}

/**
 * Finds a patient by name, MRN, phone or birth date while one types; the value is the MRN. A view that may not read the
 * patients takes an MRN as it is typed.
 */
export function PatientPicker(props: PatientPickerProps) {
  const maySearch = useIsGranted("patients:read");
  return maySearch ? <PatientSearch {...props} /> : <MrnField {...props} />;
}

/** Filter bars, which alone hide the label, stand in the console, where everybody may search. */
const MrnField = ({ hideLabel: _, ...field }: PatientPickerProps) => <TextField {...field} placeholder="MRN" />;

function PatientSearch({ value, onChange, hideLabel = false, ...field }: PatientPickerProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const { data: chosen } = useQuery({ ...patientByMrn(accountId, value), enabled: value !== "" });
  // The chosen one's own name was not typed: nobody is looked for by it, and no address bears it.
  const typed = chosen && text === nameOf(chosen) ? "" : text.trim();
  const words = useSettled(typed);
  const search = useQuery(patientSearch(accountId, words));
  // Until the answer for these words is there, nobody may be offered who does not fit them: it is a quick tap away.
  const current = words === typed && !search.isPlaceholderData;
  const found = (search.data ?? []).filter((patient) => current || patient.mrn === value || fits(patient, typed));

  const choose = (mrn: string) => {
    const patient = found.find((candidate) => candidate.mrn === mrn);
    if (patient) client.setQueryData(patientByMrn(accountId, mrn).queryKey, patient);
    onChange(mrn);
  };

  return (
    <ComboBox
      {...field}
      hideLabel={hideLabel}
      {...(chosen && !hideLabel && { help: identityOf(chosen) })}
      value={value}
      valueText={value === "" ? "" : chosen ? nameOf(chosen) : value}
      onChange={choose}
      onInputChange={setText}
      options={found.map(toChoice)}
      loading={search.isFetching || !current}
      empty={search.isError ? "The patients could not be loaded. Type on to try again." : "No patient matches."}
      placeholder={hideLabel ? "Any patient" : "Name, MRN, phone or birth date"}
    />
  );
}
