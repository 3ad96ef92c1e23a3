import { z } from "zod";

/** A patient as the last sync found them (decisions §11). */
export const patientModel = z.object({
  mrn: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  dob: z.string().describe("YYYY-MM-DD"),
  gender: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
  ehr_id: z.string().describe("Id in the EMR"),
});

/** Who a record's `patient_mrn` is: beside it in what is read, never in what an event tells (decisions §9). */
export const patientName = z
  .string()
  .nullable()
  .describe(
    "First and last name as the last sync found them; null where it found nobody of this MRN. Never in an event",
  );

export type PatientModel = z.infer<typeof patientModel>;
