import { z } from "zod";
import { failureReason } from "#lib/job-record/model";

/** `patient_insurance.failed`, of a creation and of a change. */
export const insuranceFailed = {
  type: "patient_insurance.failed",
  data: z.object({
    insurance_id: z.string(),
    patient_mrn: z.string(),
    failure_reason: z.string(),
    reasons: z.array(failureReason),
  }),
} as const;
