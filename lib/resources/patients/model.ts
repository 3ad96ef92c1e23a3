import { z } from "zod";
import { dayText } from "#lib/kernel/date-texts";
import { setAside } from "#lib/kernel/fields";

/** A patient as of the last sync (decisions §11). */
export const patientModel = z
  .object({
    id: z.string().describe("Id of the patient here: a UUID without dashes"),
    mrn: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    dob: dayText.nullable().describe("YYYY-MM-DD; null if the EMR knows no whole date"),
    gender: z.string(),
    phone: z.string(),
    email: z.string(),
    address: z.object({ street: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
    ehr_id: z.string().describe("Id in the EMR"),
    middle_name: z
      .string()
      .nullable()
      .describe("Given names after the first; some EMRs have them in `first_name`, too"),
    suffix: z.string().nullable().describe("Such as Jr; null if the EMR knows none"),
    mobile_phone: z.string().nullable(),
    preferred_language: z.string().nullable(),
    emergency_contact: z
      .object({ name: z.string(), relationship: z.string().nullable(), phone: z.string().nullable() })
      .nullable()
      .describe(
        'Whom to call in an emergency, with `name` "" if the EMR knows the telephone alone; null if it names nobody',
      ),
    active: z.boolean().describe("False if the EMR no longer uses the record"),
    deceased: z.boolean(),
    deceased_at: z.string().nullable().describe("ISO 8601: a date or a moment; null if the EMR does not say when"),
    set_aside: setAside,
  })
  .meta({ id: "Patient" });

export type PatientModel = z.infer<typeof patientModel>;
