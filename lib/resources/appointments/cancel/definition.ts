import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { momentText } from "#lib/kernel/date-texts";
import { requiredText } from "#lib/kernel/fields";
import { parseId } from "#lib/kernel/id";
import { appointmentFailed } from "#lib/resources/appointments/failed-event";
import { visitIds } from "#lib/resources/appointments/visit-ids";

/** POST /appointments/{id}/cancel: cancels a visit in the EMR (interface 4.20). */
export const cancelAppointment = defineOperation({
  id: "appointments:cancel",
  name: "Cancellation",
  title: "Cancel appointment",
  menuPlace: 7,
  menuGroup: "appointment",
  keywords: ["call off"],
  effect: "writes",
  place: "visit-cancellation",
  summary: "Cancel a visit in the EMR",
  section: "4.20",
  method: "POST",
  path: "/appointments/{id}/cancel",
  embed: "patient",
  capability: "cancellations",
  changes: { kind: "visit", idOf: ({ params }) => parseId(params.id ?? "") },
  schedules: true,
  input: z.object({ reason: requiredText(1_000).describe("Why the visit does not take place") }),
  identifiers: visitIds,
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Cancellation queued",
  leave: "Keep appointment",
  form: { reason: { label: "Reason", widget: "text" } },
  retry: DEFAULT_RETRY,
  invalidates: ["appointments", "availability"],
  events: {
    completed: {
      type: "appointment.cancelled",
      data: z.object({
        appointment_id: z.string().describe("Id of the appointment here: a UUID without dashes"),
        emr_appointment_id: z.string().describe("The EMR's id of the appointment"),
        patient_mrn: z.string(),
        datetime: momentText.describe("Beginning of the visit, ISO 8601 with the offset of the account's time zone"),
        provider_ehr_id: z.string(),
        location_id: z.string(),
        status: z.string().describe('The visit status\'s code; "" if the EMR shows none'),
        already_cancelled: z.boolean().describe("Whether the visit was cancelled in the EMR before"),
      }),
    },
    failed: appointmentFailed,
  },
});
