import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { momentText } from "#lib/kernel/date-texts";
import { rangeWords } from "#lib/kernel/day-ranges";
import {
  exactlyOneOf,
  requiredText,
  requiredWithout,
  visitMinutes,
  visitTime,
  visitTimeProblem,
} from "#lib/kernel/fields";
import { appointmentFailed } from "#lib/resources/appointments/failed-event";

const appointmentId = z.string().describe("Id of the appointment here: a UUID without dashes");

const text = (most: number) =>
  z.string({ error: "must be a string" }).max(most, `must have at most ${most} characters`);

/** POST /appointments: books a visit in the EMR (interface 4.18). */
export const bookAppointment = defineOperation({
  id: "appointments:book",
  name: "Appointment",
  title: "Book appointment",
  menuPlace: 5,
  keywords: ["schedule", "new visit"],
  effect: "writes",
  place: "open-slot",
  summary: "Book a patient's visit in the EMR",
  section: "4.18",
  method: "POST",
  path: "/appointments",
  embed: "bookable",
  capability: "bookings",
  schedules: true,
  alsoNeeds: ({ overlap }) => (overlap === "allow" ? "appointments:overbook" : null),
  input: z
    .object({
      patient_mrn: requiredText(100).optional().describe("A synced patient with an EMR patient id"),
      patient_id: requiredText(100)
        .optional()
        .describe("`id` of GET /patients, or the `patient_id` of POST /patients, whose end the job waits for"),
      provider_ehr_id: requiredText(100)
        .optional()
        .describe("`ehr_id` of an active provider; required without `slot_id`"),
      location_id: requiredText(100).optional().describe("`emr_id` of GET /locations; required without `slot_id`"),
      appointment_type: requiredText(200).describe("`id` or `name` of GET /visit-types"),
      datetime: visitTime
        .optional()
        .describe(
          `Beginning, ISO 8601 with an offset, or local in the account's time zone; today or later, ${rangeWords("visit")}; required without \`slot_id\``,
        ),
      duration: visitMinutes.optional().describe("Minutes; default the slot's rest, else the visit type's"),
      secondary_provider_ehr_id: requiredText(100).optional().describe("`ehr_id` of a second provider"),
      reason: text(1_000).optional(),
      note: text(10_000).optional(),
      appointment_mode: text(100).optional(),
      slot_id: requiredText(100)
        .optional()
        .describe("`slot_id` of GET /availability: supplies what is not sent, and refuses what contradicts it"),
      overlap: z
        .enum(["refuse", "allow"], { error: "must be refuse or allow" })
        .optional()
        .describe("Default `refuse`; `allow` needs the permission `appointments:overbook`"),
    })
    .check(
      exactlyOneOf("patient_mrn", "patient_id"),
      requiredWithout("provider_ehr_id", "slot_id"),
      requiredWithout("location_id", "slot_id"),
      requiredWithout("datetime", "slot_id", visitTimeProblem),
    ),
  identifiers: z.object({ appointment_id: appointmentId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Appointment queued",
  either: ["patient_mrn", "patient_id"],
  supplies: { by: "slot_id", fields: ["provider_ehr_id", "location_id", "datetime"] },
  form: {
    patient_mrn: { label: "Patient", widget: "patient", orNew: "patient_id" },
    patient_id: { label: "Patient by id", widget: "text", hidden: true },
    appointment_type: { label: "Visit type", widget: "visit-type" },
    provider_ehr_id: { label: "Provider", widget: "provider" },
    location_id: { label: "Location", widget: "location" },
    datetime: { label: "Date and time", widget: "date-time", missing: "Enter the day and the time" },
    duration: { label: "Minutes", widget: "number", help: "If it differs from the visit type's.", rare: true },
    secondary_provider_ehr_id: { label: "Second provider", widget: "provider", rare: true },
    reason: { label: "Reason", widget: "text" },
    note: { label: "Note", widget: "multiline", rare: true },
    appointment_mode: { label: "Mode", widget: "text", rare: true },
    slot_id: { label: "Open slot", widget: "text", hidden: true },
    overlap: { label: "Overlap", widget: "text", hidden: true },
  },
  retry: DEFAULT_RETRY,
  invalidates: ["appointments", "availability"],
  events: {
    completed: {
      type: "appointment.created",
      data: z.object({
        appointment_id: appointmentId,
        emr_appointment_id: z.string().describe("The EMR's id of the appointment"),
        patient_mrn: z.string(),
        datetime: momentText.describe("ISO 8601 with the offset of the account's time zone"),
        provider_ehr_id: z.string(),
        location_id: z.string(),
        status: z.string().describe('The visit status\'s code; "" if the EMR shows none'),
      }),
    },
    failed: appointmentFailed,
  },
});
