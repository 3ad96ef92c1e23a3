"use client";

import { useQuery } from "@tanstack/react-query";
import { Banner } from "#components/ui/banner";
import { formatDate } from "#components/ui/time-words";
import { patientsOfMrn } from "#lib/browser/api/patients";
import { useAccountId } from "#lib/browser/session/account";
import { mrnWords } from "#lib/resources/patients/mrn";

/** Explains an MRN that several patients of the EMR carry, and lists them (decisions §12). */
export function SharedMrn({ mrn }: { mrn: string }) {
  const { data: patients = [] } = useQuery(patientsOfMrn(useAccountId(), mrn));
  return (
    <Banner tone="warning" title={`${mrnWords(mrn)} is carried by several patients`}>
      Nothing can be sent for this MRN until it is corrected in the EMR and synced.
      <ul className="mt-1 list-disc pl-4">
        {patients.map(({ ehr_id, first_name, last_name, dob }) => (
          <li key={ehr_id} className="break-words">
            {last_name}, {first_name} · born {formatDate(dob)} · EMR id {ehr_id}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
