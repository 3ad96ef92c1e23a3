import { reasonAgainstDateIn } from "#lib/resources/patients/search-dates";

/** Returns the sentence that says why a search text is no birth date although it is written as one; "" for another text. */
export function readDateReason(text: string, takesOne: boolean): string {
  const reason = reasonAgainstDateIn(text, { takesOne });
  return reason === null ? "" : `As a birth date: ${reason}.`;
}
