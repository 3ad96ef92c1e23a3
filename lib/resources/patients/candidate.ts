import { z } from "zod";
import { dayText } from "#lib/kernel/date-texts";

/** A patient who may be the one that is to be created, as a 409 of POST /patients shows them (additions §3). */
export const patientCandidate = z
  .object({
    mrn: z.string().nullable().describe("Null for a patient whose creation is not finished"),
    name: z.string(),
    dob: dayText.describe("YYYY-MM-DD"),
    phone_last_four: z.string().nullable().describe("The last four digits of the telephone number; null without one"),
    patient_id: z.string().nullable().describe("`id` of the patient here"),
    job_id: z.number().int().nullable().describe("The unfinished job that creates the patient; null for others"),
  })
  .meta({ id: "PatientCandidate" });

export type PatientCandidate = z.infer<typeof patientCandidate>;
