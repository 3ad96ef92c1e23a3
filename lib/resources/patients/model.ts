import { z } from "zod";

/** A patient as of the last sync (decisions §11). */
export const patientModel = z
  .object({
    mrn: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    dob: z.string().nullable().describe("YYYY-MM-DD; null if the EMR knows no whole date"),
    gender: z.string(),
    phone: z.string(),
    email: z.string(),
    address: z.object({ street: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
    ehr_id: z.string().describe("Id in the EMR"),
  })
  .meta({ id: "Patient" });

export type PatientModel = z.infer<typeof patientModel>;
