import type { SampleOf } from "#lib/definitions/operation";
import type { updateReferral } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const updateReferralSample: SampleOf<typeof updateReferral> = {
  request: {
    priority: "urgent",
    status: "Authorized",
    notes: "Approved by phone; the letter follows.",
    prior_authorization_code: "PA-88213",
    specialty: "Cardiology",
    location_id: "LOC-1",
    start_date: "2026-03-02",
    end_date: "2026-06-30",
    visits_allowed: 6,
    assigned_to_id: "STF-3",
  },
  completed: {
    referral_id: "01900000000070008000000000000005",
    ehr_id: "REF-700012",
    patient_mrn: "MRN-100042",
    direction: "outgoing",
    updated_fields: [
      "priority",
      "status",
      "notes",
      "prior_authorization_code",
      "specialty",
      "location_id",
      "start_date",
      "end_date",
      "visits_allowed",
      "assigned_to_id",
    ],
  },
  failed: {
    referral_id: "01900000000070008000000000000005",
    patient_mrn: "MRN-100042",
    failure_reason: "referral status not found in the EMR: Lost",
    error_type: "emr_validation_failure",
  },
};
