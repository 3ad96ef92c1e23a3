import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { requiredText } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";

const noteId = z.string().describe("Id of the note here: a UUID without dashes");
const listProblem = "must be an array of non-empty strings";

/** POST /patient-notes: creates a free-standing chart note on a patient (interface 4.5). */
export const createPatientNote = defineOperation({
  id: "patient-notes:create",
  name: "Chart note",
  title: "Add chart note",
  menuPlace: 20,
  menuGroup: "notes",
  keywords: ["chart note", "comment"],
  effect: "writes",
  summary: "Create a free-standing chart note on a patient",
  section: "4.5",
  method: "POST",
  path: "/patient-notes",
  embed: "patient",
  capability: "patient_notes",
  input: z.object({
    note: requiredText(100_000).describe("Body text"),
    subject: oneLineName(500).describe("Title"),
    patient_mrn: requiredText(100).describe("Must resolve to a synced patient"),
    location_id: requiredText(100).optional().describe("`emr_id` of a location from GET /locations"),
    tags: z
      .array(requiredText(200), { error: listProblem })
      .max(50, "must have at most 50 entries")
      .optional()
      .describe("Names of note categories, case-insensitive; the note fails if the practice does not have one of them"),
  }),
  identifiers: z.object({ patient_note_id: noteId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Patient note queued",
  form: {
    patient_mrn: { label: "Patient", widget: "patient" },
    subject: { label: "Subject", widget: "text" },
    note: { label: "Note", widget: "multiline" },
    tags: { label: "Categories", widget: "note-categories" },
    location_id: { label: "Location", widget: "location", initial: { from: "visit-location" } },
  },
  retry: DEFAULT_RETRY,
  invalidates: [],
  listedIn: "patient_notes",
  events: {
    completed: {
      type: "patient_note.created",
      data: z.object({
        patient_note_id: noteId,
        emr_note_id: z.string(),
        patient_mrn: z.string(),
        location_id: z.string().nullable(),
        subject: z.string(),
        note: z.string(),
      }),
    },
    failed: {
      type: "patient_note.failed",
      data: z.object({ patient_note_id: noteId, failure_reason: z.string() }),
    },
  },
});
