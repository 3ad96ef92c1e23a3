"use client";

import { Link } from "#components/ui/link";
import { useAccountId } from "#lib/browser/session/account";
import { mrnWords } from "#lib/resources/patients/mrn";
import { PatientLine } from "./patient-line.tsx";

interface PatientLinkProps {
  /** The record that names the patient. */
  of: { patient_mrn: string | null; patient_name: string | null };
}

/**
 * Shows a patient's name as a link to the patient's page, above the link that covers the row, and the MRN behind it.
 * Without a known name the MRN is the link.
 */
export function PatientLink({ of: { patient_mrn: mrn, patient_name: name } }: PatientLinkProps) {
  const accountId = useAccountId();
  if (mrn === null) return null;
  const link = <Link href={`/a/${accountId}/patients/${encodeURIComponent(mrn)}`}>{name || mrnWords(mrn)}</Link>;
  return (
    // A narrow column may cut the name off.
    <span className="relative z-1" title={name ? `${name} ${mrnWords(mrn)}` : undefined}>
      {name ? <PatientLine name={link} mrn={mrn} mrnLook="text-faint" /> : link}
    </span>
  );
}
