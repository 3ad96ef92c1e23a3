import { eq } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { updateOf } from "#lib/db/write";
import { endId } from "#lib/definitions/passed-on-end";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrVisitNote } from "#lib/emr/port/port";
import { patientEhrId } from "#lib/resources/patients/known-patient";
import { visitNote } from "#lib/resources/visit-notes/table";
import type { createVisitNote } from "./definition.ts";

/** Returns the visit and its patient as they were at acceptance. */
async function visitOf(tx: Transaction, id: string) {
  const { appointmentId, emrAppointmentId, patientMrn } = visitNote;
  const [accepted] = await tx
    .select({ appointmentId, emrAppointmentId, patientMrn })
    .from(visitNote)
    .where(eq(visitNote.id, id));
  if (!accepted) throw new Error("An accepted visit note is gone");
  return accepted;
}

/** Writes the note to the visit in the EMR. */
export const runVisitNote: OperationRunner<typeof createVisitNote, EmrVisitNote, string> = {
  async prepare({ tx, tenant, identifiers, input: { subject, note } }) {
    const { emrAppointmentId, patientMrn } = await visitOf(tx, identifiers.visit_note_id);
    const ehrId = await patientEhrId(tx, tenant.linkedAccountId, patientMrn);
    return { emrAppointmentId, patientEhrId: ehrId, subject, note };
  },

  run: async (note, { emr, idempotencyKey, signal }) =>
    (await emr.createVisitNote(note, { idempotencyKey, signal })).emrNoteId,

  async complete({ tx, identifiers: { visit_note_id }, input: { subject, note }, result: emr_note_id }) {
    const { appointmentId, emrAppointmentId, patientMrn } = await visitOf(tx, visit_note_id);
    const visit = { appointment_id: appointmentId, emr_appointment_id: emrAppointmentId, patient_mrn: patientMrn };
    const writes = [updateOf(visitNote, visit_note_id, { emrNoteId: emr_note_id })];
    return { data: { visit_note_id, emr_note_id, ...visit, subject, note }, writes };
  },

  fromEvent: async (_stored, end) => endId(end, "emr_note_id"),

  held: { result: async (_stored, emrId) => emrId },
};
