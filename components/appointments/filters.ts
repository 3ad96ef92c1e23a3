import type { AppointmentQuery } from "#lib/client/appointments";
import { readTypedDate } from "#lib/core/dates";

/** The viewer's filters as they stand in the address. */
export const APPOINTMENT_FILTERS = [
  "start_date",
  "end_date",
  "category",
  "status",
  "provider_ehr_id",
  "location_id",
  "appointment_type",
  "appointment_mode",
  "patient",
] as const;

export type AppointmentFilters = Record<(typeof APPOINTMENT_FILTERS)[number], string>;

/**
 * What is typed of a patient, as the parameter that it must be meant as: a birth date, a phone number, an MRN, else a
 * part of the name.
 */
export function patientQuery(text: string): AppointmentQuery {
  const given = text.trim();
  if (given === "") return {};
  const born = readTypedDate(given);
  if (born) return { patient_dob: born };
  if (/^[+\d\s().-]+$/.test(given) && given.replaceAll(/\D/g, "").length >= 10) return { patient_phone: given };
  return /\d/.test(given) ? { patient_mrn: given } : { patient_name: given };
}

/** The filters as GET /appointments takes them; without dates: those of `today` (YYYY-MM-DD, at the clinic). */
export function appointmentQuery(filters: AppointmentFilters, today: string): AppointmentQuery {
  const { patient, start_date, end_date, ...others } = filters;
  const from = start_date || (end_date && end_date < today ? end_date : today);
  const given = {
    start_date: from,
    end_date: end_date || (from > today ? from : today),
    ...others,
    ...patientQuery(patient),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}
