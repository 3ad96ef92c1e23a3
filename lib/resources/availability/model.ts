import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";

/** An open slot, or a gap in a provider's hours, that can be offered to patients (decisions §5). */
export const availabilityModel = z
  .object({
    id: z.string().describe('The slot\'s id here; "" for a gap'),
    slot_id: z.string().describe('The `slot_id` by which POST /appointments books it; "" for a gap'),
    emr_appointment_id: z.string().describe('The slot\'s id in the EMR; "" for a gap'),
    datetime: momentText.describe("ISO 8601 with the offset of the account's time zone"),
    duration: z.number().int().describe("Minutes"),
    appointment_type: z.string().describe('The visit type\'s name; "" if any may be booked'),
    location_id: z.string().describe("The location's `emr_id`"),
    provider_id: z.string().describe("The provider's id here"),
    provider_ehr_id: z.string().describe("The provider's id in the EMR"),
    provider_name: z.string().describe("First and last name"),
  })
  .meta({ id: "OpenSlot" });
