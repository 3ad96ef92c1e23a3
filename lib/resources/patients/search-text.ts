import type { EmrPatient } from "#lib/emr/port/port";
import { beginningOf } from "#lib/kernel/beginning-of";
import { joinedLetters, plainLetters } from "#lib/kernel/plain-letters";
import { MAX_NAME } from "./name-ways.ts";

/**
 * Returns the lower-case text that a patient search matches against: the name in both orders, MRN, phone digits and
 * birth date. A name with accents, other letters, apostrophes or hyphens is included in plain letters as well, and
 * without what joins its parts, as users may type it.
 */
export function searchTextOf(patient: Pick<EmrPatient, "firstName" | "lastName" | "mrn" | "phone" | "dob">): string {
  const { mrn, phone, dob } = patient;
  const [firstName, lastName] = [beginningOf(patient.firstName, MAX_NAME), beginningOf(patient.lastName, MAX_NAME)];
  const names = `${firstName} ${lastName} ${lastName}, ${firstName}`.normalize("NFC").toLowerCase();
  const plain = plainLetters(names);
  const joined = joinedLetters(plain);
  const rest = `${mrn} ${phone.replaceAll(/\D/g, "")} ${dob ?? ""}`.toLowerCase();
  return [...new Set([names, rest, plain, joined])].join(" ");
}
