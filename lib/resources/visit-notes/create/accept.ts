import { and, eq } from "drizzle-orm";
import { insertInto } from "#lib/db/write";
import type { Accept } from "#lib/definitions/acceptance";
import { patientsOfMrn } from "#lib/definitions/patients-of-mrn";
import { allInOrder } from "#lib/kernel/all-in-order";
import { conflicting, notFoundBy } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { newId, parseId } from "#lib/kernel/id";
import { appointment } from "#lib/resources/appointments/table";
import { visitNote } from "#lib/resources/visit-notes/table";
import type { createVisitNote } from "./definition.ts";

/**
 * Throws `not_found` for an unknown visit, as is an open slot or a blocked time (interface 2.10), and `conflict` for a visit whose patient
 * is not known by an MRN of their own (decisions §12).
 */
export const acceptVisitNote: Accept<typeof createVisitNote> = async ({ tx, tenant, input, account }) => {
  const { linkedAccountId } = tenant;
  const { appointment_id: given, emr_appointment_id: emrId, subject, note } = input;
  const field = given === undefined ? "emr_appointment_id" : "appointment_id";
  const id = given === undefined ? null : parseId(given);
  if (given !== undefined && id === null) throw notFoundBy(field, "Appointment");
  const named = id === null ? eq(appointment.emrAppointmentId, emrId ?? "") : eq(appointment.id, id);
  const ofVisits = eq(appointment.category, "appointment");
  const [{ jobId }, [visit]] = await allInOrder([
    account,
    tx
      .select({
        appointmentId: appointment.id,
        emrAppointmentId: appointment.emrAppointmentId,
        patientMrn: appointment.patientMrn,
      })
      .from(appointment)
      .where(and(eq(appointment.linkedAccountId, linkedAccountId), named, ofVisits))
      .execute(),
  ]);
  if (!visit) throw notFoundBy(field, "Appointment");
  const { patientMrn } = visit;
  const patients = patientMrn ? await patientsOfMrn(tx, linkedAccountId, patientMrn) : [];
  const { length: count } = patients.filter((ehrId) => ehrId !== "");
  if (!patientMrn || count !== 1) {
    const whose = count > 1 ? `whose MRN ${count} patients of the EMR carry` : "who is not among the synced patients";
    const message = `is a visit of a patient ${whose}; correct it in the EMR first`;
    throw conflicting(problem(field, message, `${field} ${message}; nothing was saved`));
  }
  const visitNoteId = newId();
  const row = { id: visitNoteId, ...tenant, jobId, ...visit, patientMrn, subject, note };
  return { identifiers: { visit_note_id: visitNoteId }, patientMrn, record: insertInto(visitNote, row) };
};
