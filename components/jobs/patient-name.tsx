import { mrnWords } from "#lib/resources/patients/mrn";

interface PatientNameProps {
  /** The record that names the patient. */
  of: { patient_mrn: string | null; patient_name: string | null };
}

/** Shows a patient's name and MRN; only the MRN if the patient is not synced, and nothing without an MRN. */
export function PatientName({ of: { patient_mrn, patient_name } }: PatientNameProps) {
  if (patient_mrn === null) return null;
  return (
    <>
      {patient_name ? <span className="text-fg">{`${patient_name} `}</span> : null}
      <span className="tabular-nums">{mrnWords(patient_mrn)}</span>
    </>
  );
}
