import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { addDays } from "#lib/kernel/dates";
import { APPOINTMENT_CATEGORIES } from "#lib/resources/appointments/category";
import { call } from "./fetcher.ts";
import { pagesOf } from "./pages.ts";
import { readAll } from "./read-all.ts";

/**
 * The parameters of GET /appointments (interface 4.13, decisions §5); empty ones are left out. `patient` is a typed
 * text, which is sent as the parameter that it means.
 */
export type AppointmentQuery = Record<string, string>;

const PAGE = 1_000;
const ROUTE = "GET /appointments";
const EVERY_CATEGORY = APPOINTMENT_CATEGORIES.join(",");

/**
 * Returns the parameters that are sent: a list of days has everything that takes place on them. What reads a typed patient
 * loads with its first use.
 */
async function sent({ patient = "", ...given }: AppointmentQuery): Promise<AppointmentQuery> {
  const query = { ...given, include_ongoing: "true" };
  if (patient.trim() === "") return query;
  const { patientQuery } = await import("./patient-filter.ts");
  return { ...query, ...patientQuery(patient) };
}

/** GET /appointments, by time, page after page, with the number of all. */
export const appointmentList = (accountId: string, query: AppointmentQuery, limit = PAGE) =>
  pagesOf({ accountId, route: ROUTE, list: "appointments", query, sent: () => sent(query), limit, counted: true });

/** Days before and after a day that a patient's page covers: the whole schedule that the EMR keeps. */
const AROUND = 366;

/** A patient's appointments within a year of a day (YYYY-MM-DD), by time, page after page. */
export const visitsAround = (accountId: string, mrn: string, day: string) =>
  appointmentList(accountId, {
    patient_mrn: mrn,
    start_date: addDays(day, -AROUND),
    end_date: addDays(day, AROUND),
  });

/** All matching rows of GET /appointments, for views that show whole days. */
export const wholeAppointments = (accountId: string, query: AppointmentQuery) =>
  queryOptions({
    queryKey: ["appointments", accountId, "whole", query],
    queryFn: async ({ signal }) => readAll(accountId, ROUTE, "appointments", { query: await sent(query), signal }),
    placeholderData: keepPreviousData,
  });

/** GET /visit-status-times: since when the appointments of a day (YYYY-MM-DD) are known to have their statuses. */
export const statusTimes = (accountId: string, date: string) =>
  queryOptions({
    queryKey: ["appointments", accountId, "status-times", date],
    queryFn: async ({ signal }) =>
      (await call(accountId, "GET /visit-status-times", { date }, { signal })).visit_status_times,
  });

/** Days before today in which a visit's status may still be set late, and days after it for which visits are booked. */
const DAYS_BACK = 90;
const DAYS_AHEAD = 365;

/**
 * A patient's appointments around a day (YYYY-MM-DD), by time. While they load, the previous patient's are not shown.
 */
export const patientVisits = (accountId: string, mrn: string, today: string) =>
  queryOptions({
    queryKey: ["appointments", accountId, "of-patient", mrn, today],
    queryFn: ({ signal }) => {
      const query = {
        patient_mrn: mrn,
        start_date: addDays(today, -DAYS_BACK),
        end_date: addDays(today, DAYS_AHEAD),
      };
      return readAll(accountId, ROUTE, "appointments", { query, signal });
    },
    staleTime: 30_000,
  });

/** Every matching appointment, for an export. `onProgress` is called with the number of rows so far. */
export const allAppointments = async (accountId: string, query: AppointmentQuery, onProgress: (rows: number) => void) =>
  readAll(accountId, ROUTE, "appointments", { query: await sent(query), onProgress });

/** One appointment, slot or block with its note, by its id in the EMR; null if it does not exist. */
export const appointmentDetail = (accountId: string, emrAppointmentId: string) =>
  queryOptions({
    queryKey: ["appointments", accountId, "one", emrAppointmentId],
    queryFn: async ({ signal }) => {
      const query = {
        emr_appointment_id: emrAppointmentId,
        include_appointment_note: "true",
        category: EVERY_CATEGORY,
      };
      const body = await call(accountId, ROUTE, query, { signal });
      return body.appointments[0] ?? null;
    },
    staleTime: 30_000,
  });
