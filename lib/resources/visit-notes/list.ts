import { z } from "zod";
import { patientName } from "#lib/kernel/fields";
import { writtenList } from "#lib/resources/written/list";
import { emrId, written } from "#lib/resources/written/model";
import { visitNote } from "./table.ts";

/** A record of GET /visit-notes. */
const writtenVisitNote = z
  .object({
    visit_note_id: z.string(),
    emr_note_id: emrId,
    appointment_id: z.string(),
    emr_appointment_id: z.string(),
    patient_mrn: z.string(),
    patient_name: patientName,
    subject: z.string(),
    note: z.string(),
    ...written,
  })
  .meta({ id: "VisitNote" });

export type WrittenVisitNote = z.infer<typeof writtenVisitNote>;

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
