import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";
import { pagesOf } from "./pages.ts";
import { readAll } from "./read-all.ts";

/** More patients than share an MRN. */
const SHOWN = 12;

/** The synced patients with an MRN: none, one, or several that share it. */
export const patientsByMrn = (accountId: string, mrn: string) =>
  queryOptions({
    queryKey: ["patients", accountId, "of-mrn", mrn],
    queryFn: async ({ signal }) =>
      (await call(accountId, "GET /patients", { mrns: mrn, limit: SHOWN }, { signal })).patients,
    staleTime: 300_000,
  });

const PAGE = 200;

/** GET /patients: all matching patients, by name or as `sort` says, page after page, with the number of all. */
export const patientList = (accountId: string, query: string, sort?: string) =>
  pagesOf({
    accountId,
    route: "GET /patients",
    list: "patients",
    query: { query, sort },
    limit: PAGE,
    counted: true,
  });

/** Every matching patient, for an export. */
export const allPatients = (
  accountId: string,
  query: string,
  sort: string | undefined,
  onProgress: (rows: number) => void,
) => readAll(accountId, "GET /patients", "patients", { query: { query, sort }, onProgress });

/** GET /patients/{mrn}: one patient. */
export const patientDetail = (accountId: string, mrn: string) =>
  queryOptions({
    queryKey: ["patients", accountId, "one", mrn],
    queryFn: async ({ signal }) => {
      const body = await call(accountId, "GET /patients/{mrn}", { mrn }, { signal });
      return body.patient;
    },
    staleTime: 60_000,
  });
