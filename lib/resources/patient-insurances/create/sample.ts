import type { SampleOf } from "#lib/definitions/operation";
import type { createInsurance } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const createInsuranceSample: SampleOf<typeof createInsurance> = {
  request: {
    payer_name: "Blue Shield",
    member_id: "BSX 904 118 772",
    group_number: "G-2041",
    priority: 1,
    relationship: "spouse",
    subscriber: "Luis Ávila",
  },
  completed: {
    insurance_id: "01900000000070008000000000000027",
    emr_insurance_id: "INSU-900027",
    patient_mrn: "MRN-100042",
    payer_id: null,
    payer_name: "Blue Shield",
    member_id: "BSX 904 118 772",
    group_number: "G-2041",
    priority: 1,
    relationship: "spouse",
    subscriber: "Luis Ávila",
  },
  failed: {
    insurance_id: "01900000000070008000000000000027",
    patient_mrn: "MRN-100042",
    failure_reason: "The patient has another insurance of this priority in the EMR",
    reasons: [{ code: "duplicate", description: "The patient has another insurance of this priority in the EMR" }],
  },
};
