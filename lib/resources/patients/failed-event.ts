import { z } from "zod";
import { failureReason } from "#lib/job-record/model";

/** `patient.failed`, whose one shape holds what each operation on patients says. */
export const patientFailed = {
  type: "patient.failed",
  data: z.object({
    patient_id: z.string().optional().describe("Id of the patient here; of a creation"),
    patient_mrn: z.string().optional().describe("Of a change"),
    failure_reason: z.string(),
    reasons: z.array(failureReason),
  }),
} as const;
