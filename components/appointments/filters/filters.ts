import type { AppointmentQuery } from "#lib/browser/api/appointments";
import { APPOINTMENT_CATEGORIES } from "#lib/resources/appointments/category";

/** The names of the filters in the URL. */
export const APPOINTMENT_FILTERS = [
  "start_date",
  "end_date",
  "category",
  "status",
  "provider_ehr_id",
  "secondary_provider_ehr_id",
  "location_id",
  "appointment_type",
  "appointment_mode",
  "include_appointment_note",
  "patient",
] as const;

export type AppointmentFilters = Record<(typeof APPOINTMENT_FILTERS)[number], string>;

/** Every category, as GET /appointments takes it. */
export const EVERYTHING = APPOINTMENT_CATEGORIES.join(",");

/** Returns comma-separated categories in the API's order; "" if none is known. */
export const inOrder = (categories: string): string => {
  const given = categories.split(",").map((name) => name.trim());
  return APPOINTMENT_CATEGORIES.filter((category) => given.includes(category)).join(",");
};

function queryOf({ category, ...filters }: AppointmentFilters): AppointmentQuery {
  const given = { ...filters, category: inOrder(category) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}

/**
 * Returns the table's filters as parameters of GET /appointments; without dates those of `today` (YYYY-MM-DD at the
 * clinic).
 */
export function appointmentQuery(filters: AppointmentFilters, today: string): AppointmentQuery {
  const { start_date, end_date } = filters;
  const from = start_date || (end_date && end_date < today ? end_date : today);
  return queryOf({ ...filters, start_date: from, end_date: end_date || (from > today ? from : today) });
}

/**
 * Returns the calendar's filters as parameters of GET /appointments for all records of `days` (YYYY-MM-DD, in order).
 */
export function calendarQuery(filters: AppointmentFilters, days: readonly string[]): AppointmentQuery {
  const [first = ""] = days;
  const category = inOrder(filters.category) || EVERYTHING;
  return queryOf({ ...filters, category, provider_ehr_id: "", start_date: first, end_date: days.at(-1) ?? first });
}
