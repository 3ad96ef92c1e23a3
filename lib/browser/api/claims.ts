import { queryOptions } from "@tanstack/react-query";
import type { ClaimRecord } from "#lib/resources/claims/model";
import { pagesOf } from "./pages.ts";
import { readAll } from "./read-all.ts";

/** The filters of GET /claims; empty ones are left out. */
export interface ClaimFilters {
  /** YYYY-MM-DD. */
  service_date?: string;
  /** EMR claim numbers, comma-separated. */
  claim_ids?: string;
  patient_mrn?: string;
  claim_status?: string;
}

const PAGE = 500;

/** GET /claims: the stored claims, page after page. */
export const claimList = (accountId: string, filters: ClaimFilters) =>
  pagesOf<ClaimRecord>({ accountId, path: "/claims", list: "claims", query: { ...filters }, limit: PAGE });

/** Every stored claim of a patient. */
export const patientClaims = (accountId: string, mrn: string) =>
  queryOptions({
    queryKey: ["claims", accountId, "of-patient", mrn],
    queryFn: ({ signal }) =>
      readAll<ClaimRecord>(accountId, "/claims", "claims", { query: { patient_mrn: mrn }, signal }),
    staleTime: 30_000,
  });
