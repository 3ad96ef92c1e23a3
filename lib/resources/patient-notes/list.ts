import { z } from "zod";
import { patientName } from "#lib/kernel/fields";
import { writtenList } from "#lib/resources/written/list";
import { emrId, written } from "#lib/resources/written/model";
import { patientNote } from "./table.ts";

/** A record of GET /patient-notes. */
const writtenPatientNote = z
  .object({
    patient_note_id: z.string(),
    emr_note_id: emrId,
    patient_mrn: z.string(),
    patient_name: patientName,
    subject: z.string(),
    note: z.string(),
    location_id: z.string().nullable(),
    tags: z.array(z.string()),
    ...written,
  })
  .meta({ id: "PatientNote" });

export type WrittenPatientNote = z.infer<typeof writtenPatientNote>;

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
