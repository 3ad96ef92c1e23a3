import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";

const ofAMove = "of a move or another change of the visit itself";
const moment = (what: string) =>
  momentText.optional().describe(`${what}, ISO 8601 with the offset of the account's time zone; ${ofAMove}`);

/**
 * `appointment.updated`, whose one shape holds what each operation on appointments says: a change of the status alone sends
 * `emr_appointment_id`, `patient_mrn` and `status`, as decisions §5 fixes it.
 */
export const appointmentUpdated = {
  type: "appointment.updated",
  data: z.object({
    emr_appointment_id: z.string().describe("The EMR's id of the appointment"),
    patient_mrn: z.string(),
    status: z.string().describe('The visit status\'s code; "" if the EMR shows none'),
    appointment_id: z.string().optional().describe(`Id of the appointment here; ${ofAMove}`),
    datetime: moment("Beginning of the visit now"),
    previous_datetime: moment("Beginning before"),
    duration: z.number().int().optional().describe(`Minutes; ${ofAMove}`),
    previous_duration: z.number().int().optional().describe(`Minutes before; ${ofAMove}`),
    provider_ehr_id: z.string().optional().describe(`The provider now; ${ofAMove}`),
    previous_provider_ehr_id: z.string().optional().describe(`The provider before; ${ofAMove}`),
    location_id: z.string().optional().describe(`The location now; ${ofAMove}`),
    updated_fields: z.array(z.string()).optional().describe(`Names of the fields that were applied; ${ofAMove}`),
  }),
} as const;
