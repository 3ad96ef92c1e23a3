import type { EmrPatientNote } from "#lib/emr/port/port";
import { insertRow } from "./insert.ts";
import { requireKnown } from "./known.ts";
import { writeOnce } from "./write-once.ts";

/** Writes a chart note and returns its id. Throws EmrErrors for unknown references. */
export function createPatientNote(practiceId: string, note: EmrPatientNote, idempotencyKey: string): Promise<string> {
  return writeOnce({ practiceId, kind: "patient_note", prefix: "NOTE-", idempotencyKey }, async (client, id) => {
    await requireKnown(client, practiceId, { patient: note.patientEhrId, location: note.locationEmrId });
    for (const noteCategory of note.categoryIds) await requireKnown(client, practiceId, { noteCategory });
    await insertRow(client, practiceId, "patient_note", {
      id,
      patient_id: note.patientEhrId,
      subject: note.subject,
      note: note.note,
      location_id: note.locationEmrId,
      category_ids: note.categoryIds,
    });
  });
}
