import type { SampleOf } from "#lib/definitions/operation";
import type { createReferral } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const createReferralSample: SampleOf<typeof createReferral> = {
  request: {
    patient_mrn: "MRN-100042",
    reason: "Palpitations at rest",
    direction: "outgoing",
    priority: "urgent",
    specialty: "Cardiology",
    location_id: "LOC-1",
    visits_allowed: 3,
  },
  completed: {
    referral_id: "01900000000070008000000000000006",
    ehr_id: "REF-900013",
    patient_mrn: "MRN-100042",
  },
  failed: {
    referral_id: "01900000000070008000000000000006",
    patient_mrn: "MRN-100042",
    failure_reason: "specialty not found in the EMR: Alchemy",
    error_type: "emr_validation_failure",
  },
};
