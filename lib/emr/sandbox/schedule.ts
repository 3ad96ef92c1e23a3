import { type EmrAppointment, EmrError, type EmrSchedule } from "#lib/emr/port/port";
import { FREE, openSlotsAgain } from "./bookings.ts";
import { KIND_STATEMENTS } from "./kind-statements.ts";
import { rowsOf } from "./query.ts";
import { changeOnce } from "./write-once.ts";

/** Returns the schedule of one provider, in order of time. */
export async function readSchedule(
  practiceId: string,
  { providerEhrId }: { providerEhrId: string },
): Promise<EmrSchedule> {
  const statement = `${KIND_STATEMENTS.appointments.select} AND provider_id = $2 ORDER BY starts_at, id`;
  return { appointments: await rowsOf<EmrAppointment>(statement, practiceId, providerEhrId), within: null };
}

/** Returns one appointment, or null. */
export async function readAppointment(practiceId: string, emrAppointmentId: string): Promise<EmrAppointment | null> {
  const statement = `${KIND_STATEMENTS.appointments.select} AND id = $2`;
  const [found] = await rowsOf<EmrAppointment>(statement, practiceId, emrAppointmentId);
  return found ?? null;
}

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
    if (!known.rowCount)
      throw new EmrError("validation", `visit status not found in the EMR: ${status}`, { code: "value_not_found" });
    const changed = await client.query(
      `UPDATE sandbox.appointment SET status = $3, status_written_at = now()
       WHERE practice_id = $1 AND id = $2 AND category = 'appointment'`,
      [practiceId, emrAppointmentId, status],
    );
    if (!changed.rowCount)
      throw new EmrError("validation", "appointment not found in the EMR", { code: "record_not_found" });
    if (FREE.includes(status)) await openSlotsAgain(client, practiceId, emrAppointmentId);
  });
}
