import { type EmrAppointment, EmrError } from "#lib/emr/port/port";
import { moment, rowsOf } from "./query.ts";
import { changeOnce } from "./write-once.ts";

/** Returns the whole schedule, or that of one provider, in order of time. */
export const readAppointments = (
  practiceId: string,
  { providerEhrId }: { providerEhrId?: string },
): Promise<EmrAppointment[]> =>
  rowsOf(
    `SELECT id AS "emrAppointmentId", category, ${moment("starts_at")} AS "startsAt", duration_minutes AS duration,
            status, reason, note, progress_note AS "progressNote", location_id AS "locationEmrId",
            block_label AS "blockLabel", block_color AS "blockColor", visit_type AS "appointmentType",
            mode AS "appointmentMode", complaint_type AS "complaintType", provider_id AS "providerEhrId",
            secondary_provider_id AS "secondaryProviderEhrId", patient_id AS "patientEhrId", insurances, diagnoses,
            medications, ${moment("created_at")} AS "createdAt"
     FROM sandbox.appointment WHERE practice_id = $1 AND ($2::text IS NULL OR provider_id = $2)
     ORDER BY starts_at, id`,
    practiceId,
    providerEhrId ?? null,
  );

/** Sets an appointment's status. Throws EmrErrors for an unknown appointment or status. */
export function updateAppointmentStatus(
  practiceId: string,
  { emrAppointmentId, status }: { emrAppointmentId: string; status: string },
  idempotencyKey: string,
): Promise<void> {
  const write = { practiceId, kind: "appointment_status", emrId: emrAppointmentId, idempotencyKey };
  return changeOnce(write, async (client) => {
    const known = await client.query("SELECT FROM sandbox.visit_status WHERE practice_id = $1 AND code = $2", [
      practiceId,
      status,
    ]);
    if (!known.rowCount) throw new EmrError("validation", `visit status not found in the EMR: ${status}`);
    const changed = await client.query(
      `UPDATE sandbox.appointment SET status = $3, status_written_at = now()
       WHERE practice_id = $1 AND id = $2 AND category = 'appointment'`,
      [practiceId, emrAppointmentId, status],
    );
    if (!changed.rowCount) throw new EmrError("validation", "appointment not found in the EMR");
  });
}
