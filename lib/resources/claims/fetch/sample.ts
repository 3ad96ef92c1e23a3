import type { SampleOf } from "#lib/definitions/operation";
import type { ClaimModel } from "#lib/resources/claims/model";
import type { fetchClaims } from "./definition.ts";

const claim = {
  id: "01900000000070008000000000000003",
  emr_claim_id: "CLM-500012",
  service_date: "2026-03-02",
  claim_status: "PAID",
  claim_status_description: "Paid in full",
  total_charge: "180.00",
  balance: "0.00",
};

const stored: ClaimModel = { ...claim, patient_mrn: "MRN-100042", updated_at: "2026-03-02T15:04:12.000Z" };

/** One example of each shape, for the documentation and the tests. */
export const fetchClaimsSample: SampleOf<typeof fetchClaims> = {
  request: { claim_ids: ["CLM-500012", "CLM-500013", "CLM-599999"] },
  completed: {
    success: true,
    claim_ids: ["CLM-500012", "CLM-500013"],
    claims: [
      { ...claim, change: "updated" },
      {
        id: "01900000000070008000000000000004",
        emr_claim_id: "CLM-500013",
        service_date: "2026-03-02",
        claim_status: "SUB",
        claim_status_description: "Submitted to payer",
        total_charge: "95.50",
        balance: "95.50",
        change: "unchanged",
      },
    ],
    not_found_claim_ids: ["CLM-599999"],
  },
  failed: { failure_reason: "The EMR is out of service" },
  also: { "claim.created": stored, "claim.updated": stored },
};
