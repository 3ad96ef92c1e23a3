import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { readTypedDate } from "#lib/kernel/dates";
import type { PatientModel } from "#lib/resources/patients/model";
import { call } from "./fetcher.ts";
import { pagesOf } from "./pages.ts";

/** What is typed to find someone, as the API takes it: a birth date may be typed as the date fields show dates. */
const searchWords = (typed: string): string => readTypedDate(typed) ?? typed;

/** As many as a person scans while typing on. */
const SHOWN = 12;

/** GET /patients for a picker: by name, MRN, phone or birth date, best as typed so far. */
export const patientSearch = (accountId: string, query: string) =>
  queryOptions({
    queryKey: ["patients", accountId, query],
    queryFn: async ({ signal }) => {
      const body = await call<{ patients: PatientModel[] }>(accountId, "/patients", {
        query: { query: searchWords(query), limit: SHOWN },
        signal,
      });
      return body.patients;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The patient with an MRN, or null where none is synced with it. */
export const patientByMrn = (accountId: string, mrn: string) =>
  queryOptions({
    queryKey: ["patient", accountId, mrn],
    queryFn: async ({ signal }) => {
      const query = { mrns: mrn, limit: 1 };
      const { patients } = await call<{ patients: PatientModel[] }>(accountId, "/patients", { query, signal });
      return patients[0] ?? null;
    },
    staleTime: 300_000,
  });

const PAGE = 200;

/** GET /patients: all who match, by name, page after page. */
export const patientList = (accountId: string, query: string) =>
  pagesOf<PatientModel>({
    accountId,
    path: "/patients",
    list: "patients",
    query: { query: searchWords(query) },
    limit: PAGE,
  });

/** GET /patients/{mrn}: one patient. */
export const patientDetail = (accountId: string, mrn: string) =>
  queryOptions({
    queryKey: ["patient-detail", accountId, mrn],
    queryFn: async ({ signal }) => {
      const body = await call<{ patient: PatientModel }>(accountId, `/patients/${encodeURIComponent(mrn)}`, { signal });
      return body.patient;
    },
    staleTime: 60_000,
  });
