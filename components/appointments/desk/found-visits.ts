import type { AppointmentModel } from "#lib/resources/appointments/model";
import { storedNameWords } from "#lib/resources/patients/name-ways";
import { searchTextOf } from "#lib/resources/patients/search-text";
import { patientConditions } from "#lib/resources/patients/search-words";

type Visit = Pick<
  AppointmentModel,
  "patient_first_name" | "patient_last_name" | "patient_mrn" | "patient_phone" | "patient_dob"
>;

/** A typed search, and whether it finds a visit. */
export interface Sought {
  text: string;
  finds: (visit: Visit) => boolean;
}

/** Returns whether a search for patients finds the patient of a visit, by name, MRN, telephone or birth date, as GET /patients does. */
export function findsVisit(query: string): (visit: Visit) => boolean {
  const conditions = patientConditions(query);
  return (visit) => {
    const { patient_first_name: firstName, patient_last_name: lastName } = visit;
    const person = { firstName, lastName, mrn: visit.patient_mrn, phone: visit.patient_phone, dob: visit.patient_dob };
    const text = [searchTextOf(person), ...storedNameWords(firstName), ...storedNameWords(lastName)].join(" ");
    return conditions.every((ways) => ways.some((way) => way.every((part) => text.includes(part))));
  };
}
