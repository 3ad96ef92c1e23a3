import { z } from "zod";
import { dayText, momentText } from "#lib/kernel/date-texts";
import { patientName, setAside } from "#lib/kernel/fields";

const day = dayText.nullable().describe("YYYY-MM-DD");

/** A referral (interface 2.3, decisions §5): the fields that PATCH can set, and its identifiers. */
export const referralModel = z
  .object({
    id: z.string(),
    ehr_id: z.string().nullable().describe("Id in the EMR; null until the EMR has created it"),
    patient_mrn: z.string(),
    patient_name: patientName,
    direction: z.enum(["incoming", "outgoing"]),
    status: z.string().nullable().describe("A label of the EMR's own list"),
    priority: z.enum(["routine", "urgent", "stat"]).nullable(),
    reason: z.string(),
    notes: z.string().nullable(),
    prior_authorization_code: z.string().nullable(),
    specialty: z.string().nullable().describe("A name of the EMR's own list"),
    location_id: z.string().nullable().describe("A location's `emr_id`"),
    start_date: day,
    end_date: day,
    visits_allowed: z.number().int().nullable(),
    assigned_to_id: z.string().nullable().describe("A staff member's `ehr_id`"),
    referring_provider_id: z.string().nullable().describe("An `id` of GET /referring-providers, active or not"),
    referring_provider_name: z.string().nullable().describe("First and last name, as in `patient_name`"),
    document_ids: z.array(z.string()).describe("Ids for GET /documents/{id}, oldest first"),
    created_at: momentText.describe("ISO 8601"),
    updated_at: momentText.describe("ISO 8601"),
    set_aside: setAside,
  })
  .meta({ id: "Referral" });

export type ReferralModel = z.infer<typeof referralModel>;
