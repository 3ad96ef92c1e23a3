import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { exactlyOneOf, requiredText } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";

const noteId = z.string().describe("Id of the note here: a UUID without dashes");

/** POST /visit-notes: writes a note of a visit (interface 4.17). */
export const createVisitNote = defineOperation({
  id: "visit-notes:create",
  name: "Visit note",
  title: "Add visit note",
  menuPlace: 25,
  menuGroup: "notes",
  keywords: ["comment"],
  effect: "writes",
  summary: "Create a note of a visit",
  section: "4.17",
  method: "POST",
  path: "/visit-notes",
  embed: "patient",
  fromVisit: { emr_appointment_id: "emr_appointment_id" },
  capability: "visit_notes",
  input: z
    .object({
      appointment_id: requiredText(100).optional().describe("`id` of a visit from GET /appointments"),
      emr_appointment_id: requiredText(100).optional().describe("Of a visit from GET /appointments"),
      note: requiredText(100_000).describe("Body text"),
      subject: oneLineName(500).describe("Title"),
    })
    .check(exactlyOneOf("appointment_id", "emr_appointment_id")),
  identifiers: z.object({ visit_note_id: noteId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Visit note queued",
  either: ["emr_appointment_id", "appointment_id"],
  form: {
    emr_appointment_id: { label: "Visit", widget: "appointment" },
    appointment_id: { label: "Visit by its id here", widget: "text", hidden: true },
    subject: { label: "Subject", widget: "text" },
    note: { label: "Note", widget: "multiline" },
  },
  retry: DEFAULT_RETRY,
  invalidates: [],
  listedIn: "visit_notes",
  events: {
    completed: {
      type: "visit_note.created",
      data: z.object({
        visit_note_id: noteId,
        emr_note_id: z.string(),
        appointment_id: z.string(),
        emr_appointment_id: z.string(),
        patient_mrn: z.string(),
        subject: z.string(),
        note: z.string(),
      }),
    },
    failed: {
      type: "visit_note.failed",
      data: z.object({ visit_note_id: noteId, failure_reason: z.string() }),
    },
  },
});
