import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";
import { inOrderOfMatch } from "./found-patients.ts";
import { pagesOf } from "./pages.ts";
import { readAll } from "./read-all.ts";

/** Number of matches that a user can scan while typing. */
const SHOWN = 12;

/** A text that may be a whole MRN: one word with a digit. The list goes by name, so such a patient may stand far behind. */
const mayBeMrn = (query: string): boolean => /\d/.test(query) && /^[^\s,]+$/.test(query);

/**
 * GET /patients for a picker: the best matches by name, MRN, phone or birth date for the text typed so far; a patient
 * whose whole MRN it is stands first.
 */
export const patientSearch = (accountId: string, query: string) =>
  queryOptions({
    queryKey: ["patients", accountId, query],
    queryFn: async ({ signal }) => {
      const ask = async (how: { query: string } | { mrns: string }) =>
        (await call(accountId, "GET /patients", { ...how, limit: SHOWN }, { signal })).patients;
      const found = await ask({ query });
      const mayBeBehind = found.length === SHOWN && mayBeMrn(query);
      return inOrderOfMatch(query, mayBeBehind ? [...(await ask({ mrns: query })), ...found] : found);
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The synced patients with an MRN: none, one, or several that share it. */
export const patientsByMrn = (accountId: string, mrn: string) =>
  queryOptions({
    queryKey: ["patient", accountId, mrn],
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
    queryKey: ["patient-detail", accountId, mrn],
    queryFn: async ({ signal }) => {
      const body = await call(accountId, "GET /patients/{mrn}", { mrn }, { signal });
      return body.patient;
    },
    staleTime: 60_000,
  });
