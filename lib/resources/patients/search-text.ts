import type { EmrPatient } from "#lib/emr/port/port";
import { beginningOf } from "#lib/kernel/beginning-of";

/** Characters of a name that are searched: Unicode composition takes long for many combining marks. */
const MAX_NAME = 200;

/** Combining marks, which Unicode decomposition leaves behind their letters. */
const MARKS = /\p{Mark}/gu;

/**
 * Returns the lower-case text that a patient search matches against: the name in both orders, MRN, phone digits and
 * birth date. An accented name is included without accents as well, as users may type it.
 */
export function searchTextOf(patient: Pick<EmrPatient, "firstName" | "lastName" | "mrn" | "phone" | "dob">): string {
  const { mrn, phone, dob } = patient;
  const [firstName, lastName] = [beginningOf(patient.firstName, MAX_NAME), beginningOf(patient.lastName, MAX_NAME)];
  const names = `${firstName} ${lastName} ${lastName}, ${firstName}`.normalize("NFC").toLowerCase();
  const plain = names.normalize("NFD").replaceAll(MARKS, "");
  const rest = `${mrn} ${phone.replaceAll(/\D/g, "")} ${dob ?? ""}`.toLowerCase();
  return names === plain ? `${names} ${rest}` : `${names} ${rest} ${plain}`;
}
