import { EmrError, type EmrVisitNote } from "#lib/emr/port/port";
import { insertRow } from "./insert.ts";
import { requireKnown } from "./known.ts";
import { writeOnce } from "./write-once.ts";

/** Writes a note of a visit and returns its id. Throws EmrErrors for an unknown patient, and a visit that is not theirs. */
export function createVisitNote(practiceId: string, note: EmrVisitNote, idempotencyKey: string): Promise<string> {
  return writeOnce({ practiceId, kind: "visit_note", prefix: "VNOTE-", idempotencyKey }, async (client, id) => {
    await requireKnown(client, practiceId, { patient: note.patientEhrId });
    const visit = await client.query(
      `SELECT FROM sandbox.appointment
       WHERE practice_id = $1 AND id = $2 AND patient_id = $3 AND category = 'appointment'`,
      [practiceId, note.emrAppointmentId, note.patientEhrId],
    );
    if (!visit.rowCount)
      throw new EmrError("validation", "appointment not found in the EMR", { code: "record_not_found" });
    await insertRow(client, practiceId, "visit_note", {
      id,
      appointment_id: note.emrAppointmentId,
      patient_id: note.patientEhrId,
      subject: note.subject,
      note: note.note,
    });
  });
}
