import { letters } from "#lib/browser/page/matches-words";
import type { PatientModel } from "#lib/resources/patients/model";

type Found = Pick<PatientModel, "mrn" | "phone">;

/** Checks whether a search is a patient's whole MRN. */
const isMrn = (query: string, { mrn }: Found): boolean => letters(mrn) === letters(query);

/** Checks whether the digits of a search, such as 030480, are found in a patient's birth date alone. */
export const isFoundByBirth = (query: string, { mrn, phone }: Found): boolean =>
  /^\d{6,8}$/.test(query) && !mrn.includes(query) && !phone.replaceAll(/\D/g, "").includes(query);

/** Returns found patients, each once: first those whose MRN was searched for, last those who were only born on that day. */
export function inOrderOfMatch<Patient extends Found & Pick<PatientModel, "ehr_id">>(
  query: string,
  found: readonly Patient[],
): Patient[] {
  const place = (patient: Patient) => (isMrn(query, patient) ? 0 : isFoundByBirth(query, patient) ? 2 : 1);
  const unique = new Map(found.map((patient) => [patient.ehr_id, patient]));
  return [...unique.values()].toSorted((one, other) => place(one) - place(other));
}
