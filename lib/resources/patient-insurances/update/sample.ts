import type { SampleOf } from "#lib/definitions/operation";
import type { updateInsurance } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const updateInsuranceSample: SampleOf<typeof updateInsurance> = {
  request: { member_id: "BSX 904 118 773", group_number: "G-2042" },
  completed: {
    insurance_id: "01900000000070008000000000000027",
    patient_mrn: "MRN-100042",
    updated_fields: ["member_id", "group_number"],
  },
  failed: {
    insurance_id: "01900000000070008000000000000027",
    patient_mrn: "MRN-100042",
    failure_reason: "insurance not found in the EMR",
    reasons: [{ code: "record_not_found", description: "insurance not found in the EMR" }],
  },
};
