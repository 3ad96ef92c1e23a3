import { writtenList } from "#lib/resources/written/list";
import { writtenVisitNote } from "./record.ts";
import { visitNote } from "./table.ts";

/** GET /visit-notes. */
export const listVisitNotes = writtenList({
  path: "/visit-notes",
  embed: { narrows: "patient_mrn" },
  summary: "List the visit notes written through this interface, newest first",
  permission: "visit-notes:read",
  key: "visit_notes",
  model: writtenVisitNote,
  table: visitNote,
  idField: "visit_note_id",
});
