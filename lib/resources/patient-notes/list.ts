import { writtenList } from "#lib/resources/written/list";
import { writtenPatientNote } from "./record.ts";
import { patientNote } from "./table.ts";

/** GET /patient-notes. */
export const listPatientNotes = writtenList({
  path: "/patient-notes",
  embed: { narrows: "patient_mrn" },
  summary: "List the chart notes written through this interface, newest first",
  permission: "patient-notes:read",
  key: "patient_notes",
  model: writtenPatientNote,
  table: patientNote,
  idField: "patient_note_id",
});
