import { readTypedDate } from "#lib/kernel/typed-date";

/**
 * Returns the parameter that a typed patient filter means: a birth date, a phone number, an MRN, else part of the name.
 */
export function patientQuery(text: string): Record<string, string> {
  const given = text.trim();
  if (given === "") return {};
  const born = readTypedDate(given);
  if (born) return { patient_dob: born };
  if (/^[+\d\s().-]+$/.test(given) && given.replaceAll(/\D/g, "").length >= 10) return { patient_phone: given };
  return /\d/.test(given) ? { patient_mrn: given } : { patient_name: given };
}
