import { mrnWords } from "#lib/resources/patients/mrn";
import { PatientLine } from "./patient-line.tsx";

interface PatientNameProps {
  /** The record that names the patient. */
  of: { patient_mrn: string | null; patient_name: string | null };
}

/** Shows a patient's name and MRN; only the MRN if the patient is not synced, and nothing without an MRN. */
export function PatientName({ of: { patient_mrn, patient_name } }: PatientNameProps) {
  if (patient_mrn === null) return null;
  if (!patient_name) return <span className="tabular-nums">{mrnWords(patient_mrn)}</span>;
  return <PatientLine name={<span className="text-fg in-[a]:text-inherit">{patient_name}</span>} mrn={patient_mrn} />;
}
