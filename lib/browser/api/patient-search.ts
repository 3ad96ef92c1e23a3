import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { PatientModel } from "#lib/resources/patients/model";
import { call } from "./fetcher.ts";
import { inOrderOfMatch } from "./found-patients.ts";

/** Number of matches that a user can scan while typing. */
const SHOWN = 12;
const MOST = 50;

/** A patient in the results of a search. */
export interface FoundPatient extends PatientModel {
  /** True if letters of the name are other ones than those that were searched for. */
  similar: boolean;
}

/** GET /patient-matches. */
const matchesOf = (accountId: string, query: string, limit: number) =>
  queryOptions({
    queryKey: ["patients", accountId, query, limit],
    queryFn: async ({ signal }): Promise<FoundPatient[]> => {
      const body = await call(accountId, "GET /patient-matches", { query, limit }, { signal });
      const found = body.patient_matches.map(({ patient, match }) => ({ ...patient, similar: match === "similar" }));
      return inOrderOfMatch(query, found);
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/**
 * The best matches by name, MRN, phone or birth date for the text typed into a picker so far; a patient whose whole MRN it is
 * stands first, those of a similar name last.
 */
export const patientSearch = (accountId: string, query: string) => matchesOf(accountId, query, SHOWN);

/**
 * The patients of a similar name beside `exact` patients who meet a search; none where these are more than a picker lists.
 * `isCut`: there may be more of them.
 */
export const similarPatients = (accountId: string, query: string, exact: number | null) => ({
  ...matchesOf(accountId, query, MOST),
  enabled: query !== "" && exact !== null && exact < SHOWN,
  select: (found: FoundPatient[]) => ({
    patients: found.filter(({ similar }) => similar),
    isCut: found.length === MOST,
  }),
});
