import { mrnWords } from "#lib/resources/patients/mrn";

interface PatientNameProps {
  /** What names a patient. */
  of: { patient_mrn: string | null; patient_name: string | null };
}

/** A patient's name with the MRN behind it; the MRN alone where nobody is synced with it, and nothing without one. */
export function PatientName({ of: { patient_mrn, patient_name } }: PatientNameProps) {
  if (patient_mrn === null) return null;
  return (
    <>
      {patient_name ? <span className="text-fg">{`${patient_name} `}</span> : null}
      <span className="tabular-nums">{mrnWords(patient_mrn)}</span>
    </>
  );
}
