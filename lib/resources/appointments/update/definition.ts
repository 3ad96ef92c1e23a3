import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { requiredText } from "#lib/kernel/fields";
import { appointmentFailed } from "#lib/resources/appointments/failed-event";
import { appointmentUpdated } from "#lib/resources/appointments/updated-event";

const emrAppointmentId = z.string().describe("The EMR's id of the appointment");

/** PATCH /appointments: sets an appointment's status in the EMR (interface 4.13, decisions §5). */
export const updateAppointment = defineOperation({
  id: "appointments:update",
  name: "Appointment status",
  title: "Change status",
  menuPlace: 80,
  menuGroup: "appointment",
  keywords: ["check in", "check out", "arrived", "no show", "seen", "late"],
  effect: "writes",
  place: "appointment",
  summary: "Set an appointment's status in the EMR",
  section: "4.13",
  method: "PATCH",
  path: "/appointments",
  embed: "patient",
  capability: "appointments",
  changes: { kind: "appointment", idOf: ({ input }) => input.emr_appointment_id },
  input: z.object({
    emr_appointment_id: requiredText(100).describe("`emr_appointment_id` of an appointment from GET /appointments"),
    status: requiredText(100).describe("`code` of GET /visit-statuses"),
  }),
  identifiers: z.object({ emr_appointment_id: emrAppointmentId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Appointment update queued",
  form: {
    emr_appointment_id: { label: "Appointment", widget: "appointment" },
    status: { label: "Status", widget: "visit-status" },
  },
  retry: DEFAULT_RETRY,
  invalidates: ["appointments"],
  events: {
    completed: appointmentUpdated,
    failed: { ...appointmentFailed, omitsReasons: true },
  },
});
