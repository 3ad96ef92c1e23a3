import type { QueryClient } from "@tanstack/react-query";
import { letters } from "#lib/browser/page/matches-words";
import type { PatientModel } from "#lib/resources/patients/model";
import { patientSearch } from "./patient-search.ts";
import { patientsByMrn } from "./patients.ts";

/** Fewest digits that a phone number is known by. */
const PHONE_DIGITS = 7;
/** An MRN that the search by MRNs takes as one. */
const ONE_MRN = /^[^,]{1,200}$/;

const digitsOf = (text: string) => text.replaceAll(/\D/g, "");

/**
 * Whether a found patient is the one that a text means. Digits that are neither of the MRN nor a phone number were found
 * in another number or in a birth date: the wristband of a patient who is not known here must not choose another one.
 */
export function isMeant({ mrn, phone, mobile_phone }: PatientModel, text: string): boolean {
  if (!/^\d+$/.test(text) || mrn.includes(text)) return true;
  const isPhone = [phone, mobile_phone].some((number) => digitsOf(number ?? "").endsWith(text));
  return isPhone && text.length >= PHONE_DIGITS;
}

export interface MeantPatients {
  patients: readonly PatientModel[];
  /** True if the only patient was found by another number or a birth date, which a code may resemble, or by a similar name. */
  isNear: boolean;
}

/**
 * Finds the patients that a text alone may choose: the one with exactly this MRN, though others are near, or else all
 * that the search finds; those of a similar name only where it finds no others. Throws an ApiFailure.
 */
export async function meantPatients(client: QueryClient, accountId: string, text: string): Promise<MeantPatients> {
  const [carriers, found] = await Promise.all([
    ONE_MRN.test(text) ? client.fetchQuery(patientsByMrn(accountId, text)) : [],
    client.fetchQuery(patientSearch(accountId, text)),
  ]);
  if (carriers.length > 0) return { patients: carriers, isNear: false };
  const named = found.filter(({ mrn }) => letters(mrn) === letters(text));
  if (named.length > 0) return { patients: named, isNear: false };
  const exact = found.filter(({ similar }) => !similar);
  if (exact.length === 0) return { patients: found, isNear: found.length > 0 };
  const [only, other] = exact;
  return { patients: exact, isNear: only !== undefined && other === undefined && !isMeant(only, text) };
}
