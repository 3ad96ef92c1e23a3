import { birthDatesAt, searchedWords } from "#lib/resources/patients/search-dates";

/** Returns the first birth date among the words of a text that means one day alone, and the other words; null if there is none. */
function splitBirthDate(text: string): { day: string; rest: string } | null {
  const words = searchedWords(text);
  for (let first = 0; first < words.length; first++) {
    const born = birthDatesAt(words, first);
    const [day, other] = born?.days ?? [];
    if (born && day !== undefined && other === undefined)
      return { day, rest: words.toSpliced(first, born.count).join(" ") };
  }
  return null;
}

/**
 * Returns the parameters that a typed patient filter means: a birth date, and beside it or alone a phone number, an MRN, else part
 * of the name.
 */
export function patientQuery(text: string): Record<string, string> {
  const given = text.trim();
  if (given === "") return {};
  const born = splitBirthDate(given);
  if (born) return { ...patientQuery(born.rest), patient_dob: born.day };
  if (/^[+\d\s().-]+$/.test(given) && given.replaceAll(/\D/g, "").length >= 10) return { patient_phone: given };
  return /\d/.test(given) ? { patient_mrn: given } : { patient_name: given };
}
