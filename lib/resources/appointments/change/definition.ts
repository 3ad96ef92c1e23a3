import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { rangeWords } from "#lib/kernel/day-ranges";
import { requiredText, visitMinutes, visitTime } from "#lib/kernel/fields";
import { parseId } from "#lib/kernel/id";
import { appointmentFailed } from "#lib/resources/appointments/failed-event";
import { appointmentUpdated } from "#lib/resources/appointments/updated-event";
import { visitIds } from "#lib/resources/appointments/visit-ids";

const text = (most: number) =>
  z.string({ error: "must be a string" }).max(most, `must have at most ${most} characters`);

/** PATCH /appointments/{id} and /appointments/ehr/{emr_appointment_id}: moves or changes a visit in the EMR (interface 4.22). */
export const changeAppointment = defineOperation({
  id: "appointments:change",
  name: "Move of an appointment",
  title: "Move appointment",
  menuPlace: 6,
  menuGroup: "appointment",
  keywords: ["reschedule", "another time"],
  effect: "writes",
  place: "visit-move",
  summary: "Move a visit to another time or provider in the EMR, or change it",
  section: "4.22",
  method: "PATCH",
  path: "/appointments/{id}",
  called: "updateVisit",
  alsoAt: { path: "/appointments/ehr/{emr_appointment_id}", called: "updateVisitByEmrId" },
  embed: "patient",
  capability: "moves",
  changes: { kind: "visit", idOf: ({ params }) => parseId(params.id ?? "") },
  schedules: true,
  input: z
    .object({
      datetime: visitTime
        .optional()
        .describe(
          `New beginning, ISO 8601 with an offset, or local in the account's time zone; today or later, ${rangeWords("visit")}`,
        ),
      duration: visitMinutes.optional().describe("Minutes; default as they are"),
      provider_ehr_id: requiredText(100).optional().describe("`ehr_id` of an active provider"),
      location_id: requiredText(100).optional().describe("`emr_id` of GET /locations"),
      appointment_type: requiredText(200).optional().describe("`id` or `name` of GET /visit-types"),
      reason: text(1_000).optional(),
      note: text(10_000).optional(),
    })
    .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      error: "No updatable fields provided",
    }),
  identifiers: visitIds,
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Appointment change queued",
  form: {
    datetime: { label: "New date and time", widget: "date-time" },
    duration: { label: "Minutes", widget: "number", help: "If they change.", rare: true },
    provider_ehr_id: { label: "New provider", widget: "provider" },
    location_id: { label: "Location", widget: "location", rare: true },
    appointment_type: { label: "Visit type", widget: "visit-type", rare: true },
    reason: { label: "Reason for the visit", widget: "text", rare: true },
    note: { label: "Note", widget: "multiline", rare: true },
  },
  resultView: "visit-move",
  retry: DEFAULT_RETRY,
  invalidates: ["appointments", "availability"],
  events: { completed: appointmentUpdated, failed: appointmentFailed },
});
