import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { PatientModel } from "#lib/resources/patients/model";
import { call } from "./fetcher.ts";
import { inOrderOfMatch } from "./found-patients.ts";

/** Number of matches that a user can scan while typing. */
const SHOWN = 12;

/** A patient in the results of a search. */
export interface FoundPatient extends PatientModel {
  /** True if letters of the name are other ones than those that were searched for. */
  similar: boolean;
}

/**
 * GET /patient-matches for a picker: the best matches by name, MRN, phone or birth date for the text typed so far; a patient
 * whose whole MRN it is stands first, those of a similar name last.
 */
export const patientSearch = (accountId: string, query: string) =>
  queryOptions({
    queryKey: ["patients", accountId, query],
    queryFn: async ({ signal }): Promise<FoundPatient[]> => {
      const body = await call(accountId, "GET /patient-matches", { query, limit: SHOWN }, { signal });
      const found = body.patient_matches.map(({ patient, match }) => ({ ...patient, similar: match === "similar" }));
      return inOrderOfMatch(query, found);
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The patients of a similar name beside `exact` patients who meet a search; none where these are more than a picker lists. */
export const similarPatients = (accountId: string, query: string, exact: number | null) => ({
  ...patientSearch(accountId, query),
  enabled: query !== "" && exact !== null && exact < SHOWN,
  select: (found: FoundPatient[]) => found.filter(({ similar }) => similar),
});
