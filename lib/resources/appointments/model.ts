import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";

const text = z.string();
/** A record omits no field: a missing value is "" (decisions §3). */
const orEmpty = (what: string) => z.string().describe(`${what}; "" if there is none`);

/** An appointment, an open slot or a blocked time, as GET /appointments lists it (interface 2.10). */
export const appointmentModel = z
  .object({
    id: text,
    datetime: momentText.describe("ISO 8601 with the offset of the account's time zone"),
    status: orEmpty("A visit status's code"),
    reason: orEmpty("Why the patient comes"),
    note: text.describe('The appointment\'s note; "" unless requested with include_appointment_note=true'),
    location: text.describe("The location's name"),
    schedule_block_label: orEmpty("The label of a blocked time"),
    schedule_block_color: orEmpty("The EMR's colour of a blocked time"),
    appointment_type: orEmpty("The visit type's name"),
    appointment_mode: orEmpty("How the visit takes place"),
    complaint_type: orEmpty("The kind of complaint"),
    duration: z.number().int().describe("Minutes"),
    ehr_appointment_id: text.describe("Id in the EMR"),
    emr_appointment_id: text.describe("Id in the EMR, for PATCH /appointments"),
    provider_ehr_id: text.describe("The rendering provider's id in the EMR"),
    provider_name: orEmpty("First and last name"),
    provider_npi: orEmpty("The rendering provider's NPI"),
    secondary_provider_ehr_id: orEmpty("The second provider's id in the EMR"),
    patient_first_name: orEmpty("The patient's first name"),
    patient_last_name: orEmpty("The patient's last name"),
    patient_name: orEmpty("First and last name"),
    patient_phone: orEmpty("The patient's phone"),
    patient_mrn: orEmpty("The patient's medical record number"),
    patient_ehr_id: orEmpty("The patient's id in the EMR"),
    patient_dob: orEmpty("YYYY-MM-DD"),
    patient_gender: orEmpty("The patient's gender"),
    insurance: orEmpty("The primary insurance's company"),
    insurance_subscriber: orEmpty("The subscriber of the primary insurance"),
    insurance_number: orEmpty("The primary insurance's number"),
    insurance_group_number: orEmpty("The primary insurance's group"),
    secondary_insurance: orEmpty("The secondary insurance's company"),
    secondary_insurance_number: orEmpty("The secondary insurance's number"),
    insurances: z
      .array(z.object({ company: text, subscriber: text, number: text, group_number: text }))
      .describe("The primary one first"),
    diagnoses: z.array(z.object({ code: text, description: text })),
    medications: z.array(z.object({ name: text, dose: text })),
    progress_note: orEmpty("The visit's progress note"),
    set_aside: orEmpty(
      "Why the EMR's present state of the record cannot be read: it is shown as it was read last, with the status and the time that still can be read",
    ),
    practice_id: text.describe("The linked account's id"),
    created_at: momentText.describe("ISO 8601: time of creation in the EMR"),
    object_metadata: z.object({
      source: text.describe("The type of the EMR that the record was synced from"),
      created_at: momentText.describe("ISO 8601: time of the first sync"),
    }),
  })
  .meta({ id: "Appointment" });

export type AppointmentModel = z.infer<typeof appointmentModel>;
