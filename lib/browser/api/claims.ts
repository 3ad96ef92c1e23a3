import { queryOptions } from "@tanstack/react-query";
import { pagesOf } from "./pages.ts";
import { readAll } from "./read-all.ts";

/** The filters of GET /claims; empty ones are left out. */
export interface ClaimFilters {
  /** YYYY-MM-DD. */
  service_date?: string;
  /** EMR claim numbers, comma-separated. */
  claim_ids?: string;
  patient_mrn?: string;
  /** YYYY-MM-DD: claims of these days of service, both inclusive. */
  service_from?: string;
  service_until?: string;
  claim_status?: string;
  /** A field of the claim, after a minus if the largest comes first. */
  sort?: string;
}

const PAGE = 500;

/** GET /claims: the stored claims, page after page, with the number and sums of all. */
export const claimList = (accountId: string, filters: ClaimFilters) =>
  pagesOf({
    accountId,
    route: "GET /claims",
    list: "claims",
    query: { ...filters },
    limit: PAGE,
    counted: true,
  });

/** Every matching claim, for an export. */
export const allClaims = (accountId: string, filters: ClaimFilters, onProgress: (rows: number) => void) =>
  readAll(accountId, "GET /claims", "claims", { query: { ...filters }, onProgress });

/** Every stored claim of a patient. */
export const patientClaims = (accountId: string, mrn: string) =>
  queryOptions({
    queryKey: ["claims", accountId, "of-patient", mrn],
    queryFn: ({ signal }) => readAll(accountId, "GET /claims", "claims", { query: { patient_mrn: mrn }, signal }),
    staleTime: 30_000,
  });
