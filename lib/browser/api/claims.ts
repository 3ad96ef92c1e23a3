import type { ClaimRecord } from "#lib/resources/claims/model";
import { pagesOf } from "./pages.ts";

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
