"use client";

import { useQuery } from "@tanstack/react-query";
import { useAccountId } from "#lib/client/account";
import { patientByMrn } from "#lib/client/patients";
import { mrnWords } from "#lib/core/mrn";

/** A patient's name with the MRN behind it; the MRN alone until the name is known, and where nobody is synced with it. */
export function PatientName({ mrn }: { mrn: string }) {
  const { data: patient } = useQuery(patientByMrn(useAccountId(), mrn));
  return (
    <>
      {patient ? <span className="text-fg">{`${patient.last_name}, ${patient.first_name} `}</span> : null}
      <span className="tabular-nums">{mrnWords(mrn)}</span>
    </>
  );
}
