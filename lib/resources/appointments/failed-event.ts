import { z } from "zod";
import { failureReason } from "#lib/job-record/model";

/** `appointment.failed`, whose one shape holds what each operation on appointments says. */
export const appointmentFailed = {
  type: "appointment.failed",
  data: z.object({
    appointment_id: z.string().optional().describe("Id of the appointment here; not of a change of its status"),
    emr_appointment_id: z.string().optional().describe("The EMR's id of the appointment; not of a booking"),
    failure_reason: z.string(),
    reasons: z.array(failureReason).optional().describe("The same in codes; not of a change of its status"),
  }),
} as const;
