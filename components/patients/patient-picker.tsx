"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ComboBox, type ComboEntered } from "#components/ui/combo-box";
import type { FieldProps } from "#components/ui/field";
import { TextField } from "#components/ui/text-field";
import { meantPatients } from "#lib/browser/api/meant-patients";
import { patientSearch } from "#lib/browser/api/patient-search";
import { patientsByMrn } from "#lib/browser/api/patients";
import { matchesWords } from "#lib/browser/page/matches-words";
import { useDateReason } from "#lib/browser/page/use-date-reason";
import { useSettled } from "#lib/browser/page/use-settled";
import { useAccountId, useIsGranted } from "#lib/browser/session/account";
import { fullName } from "#lib/kernel/full-name";
import { scannedText } from "#lib/kernel/scanned-text";
import type { PatientModel } from "#lib/resources/patients/model";
import { filterWords } from "./filter-words.ts";
import { NewPatientButton } from "./new-patient-button.tsx";
import { identityOf, patientChoices, sharedWords } from "./patient-choices.ts";
import { words } from "./words.ts";

interface PatientPickerProps extends FieldProps {
  /** The patient's MRN; "" for none. */
  value: string;
  onChange: (mrn: string) => void;
  /** For filter bars: hides the label and the details of the selected patient. */
  hideLabel?: boolean;
  /** How the user entered the picker's stand-in, if it has taken the place of one. */
  entered?: ComboEntered | null;
}

/** Checks whether a result of an earlier search matches the current text. */
const fits = (patient: PatientModel, text: string): boolean =>
  matchesWords(`${patient.first_name} ${patient.last_name} ${identityOf(patient)} ${patient.dob ?? ""}`, text);

/** Checks whether a result may be another patient than the one that was sought. */
const isOnlyNear = ({ similar }: PatientModel & { similar?: boolean }): boolean => similar === true;

/**
 * Finds a patient by name, MRN, phone or birth date while typing; the value is the MRN. In a view without permission to
 * read patients it is a text field for the MRN.
 */
export function PatientPicker(props: PatientPickerProps) {
  const maySearch = useIsGranted("patients:read");
  return maySearch ? <PatientSearch {...props} /> : <MrnField {...props} />;
}

/** Only filter bars hide the label, and those are in the console, where every user may search. */
const MrnField = ({ hideLabel: _, entered: __, ...field }: PatientPickerProps) => (
  <TextField {...field} placeholder={words.mrn} />
);

function PatientSearch({ value, onChange, hideLabel = false, ...field }: PatientPickerProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const { data: carriers = [] } = useQuery({ ...patientsByMrn(accountId, value), enabled: value !== "" });
  const chosen = carriers.length === 1 ? carriers[0] : undefined;
  // The selected patient's name was not typed: it starts no search, and appears in no URL.
  const typed = chosen && text === fullName(chosen) ? "" : scannedText(text);
  const sought = useSettled(typed);
  const search = useQuery(patientSearch(accountId, sought));
  const dateReason = useDateReason(typed);
  // Hides older results that do not match the typed text until its own results arrive, so that the user does not select
  // the wrong patient.
  const current = sought === typed && !search.isPlaceholderData;
  const found = (search.data ?? []).filter((patient) => current || patient.mrn === value || fits(patient, typed));

  const decidedBy = useRef<readonly PatientModel[]>([]);
  const find = async (entered: string) => {
    const { patients, isNear } = await meantPatients(client, accountId, scannedText(entered));
    decidedBy.current = patients;
    return patientChoices(patients).map((choice) => ({ ...choice, near: isNear }));
  };

  const choose = (mrn: string) => {
    const patient = [...found, ...decidedBy.current].find((candidate) => candidate.mrn === mrn);
    // Shows the name at once; the query still looks for other patients with the MRN.
    if (patient) client.setQueryData(patientsByMrn(accountId, mrn).queryKey, [patient], { updatedAt: 0 });
    onChange(mrn);
  };

  const isNew = !hideLabel && typed.trim() !== "" && current && search.isSuccess && found.every(isOnlyNear);
  const create = isNew && field.disabled !== true ? <NewPatientButton typed={typed} /> : null;

  const picker = (
    <ComboBox
      {...field}
      hideLabel={hideLabel}
      {...(chosen && !hideLabel && { help: identityOf(chosen) })}
      {...(carriers.length > 1 && { error: sharedWords(value, carriers.length) })}
      value={value}
      valueText={value === "" ? "" : chosen ? fullName(chosen) : value}
      onChange={choose}
      onInputChange={setText}
      options={patientChoices(found, typed)}
      find={find}
      loading={search.isFetching || !current}
      empty={search.isError ? words.patientsNotLoaded : [words.noneMatches, dateReason].filter(Boolean).join(" ")}
      below={create}
      noneBecause={dateReason}
      placeholder={hideLabel ? filterWords.anyPatient : words.searchBy}
    />
  );
  // The keyboard reaches the button behind the field, where the open list hides it.
  return hideLabel ? (
    picker
  ) : (
    <div className="flex min-w-0 flex-col gap-2">
      {picker}
      {create ? <span>{create}</span> : null}
    </div>
  );
}
