import type { EmrPatient } from "#lib/emr/port/port";

/** Combining marks, as Unicode's decomposition leaves them behind their letters. */
const MARKS = /\p{Mark}/gu;

/**
 * The lower-case text that a search for a patient looks through: both orders of the name, MRN, the phone's digits
 * and the birth date. A name with accents stands there without them as well, as people type it.
 */
export function searchTextOf(patient: Pick<EmrPatient, "firstName" | "lastName" | "mrn" | "phone" | "dob">): string {
  const { firstName, lastName, mrn, phone, dob } = patient;
  const names = `${firstName} ${lastName} ${lastName}, ${firstName}`.normalize("NFC").toLowerCase();
  const plain = names.normalize("NFD").replaceAll(MARKS, "");
  const rest = `${mrn} ${phone.replaceAll(/\D/g, "")} ${dob}`.toLowerCase();
  return names === plain ? `${names} ${rest}` : `${names} ${rest} ${plain}`;
}
