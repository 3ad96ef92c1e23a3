import { type EmrCancellation, EmrError } from "#lib/emr/port/port";
import { openSlotsAgain } from "./bookings.ts";
import { changeOnce } from "./write-once.ts";

/** The visit statuses of visits that were called off. */
const CANCELLED = ["CAN", "RSC"];

/** Rolls back the claim of the key: nothing is written to a visit that was cancelled before. */
class Already extends Error {}

/** Cancels a visit; the reason stands in its note, and the slots that it had taken open again. Throws a validation fault for a visit that the practice does not hold. */
export async function cancelAppointment(
  practiceId: string,
  { emrAppointmentId, reason }: EmrCancellation,
  idempotencyKey: string,
): Promise<{ already: boolean }> {
  const write = { practiceId, kind: "appointment_cancellation", emrId: emrAppointmentId, idempotencyKey };
  try {
    await changeOnce(write, async (client) => {
      const { rows } = await client.query<{ status: string | null }>(
        "SELECT status FROM sandbox.appointment WHERE practice_id = $1 AND id = $2 AND category = 'appointment' FOR UPDATE",
        [practiceId, emrAppointmentId],
      );
      const [visit] = rows;
      if (!visit)
        throw new EmrError("validation", "The appointment is no longer in the EMR", { code: "record_not_found" });
      if (CANCELLED.includes(visit.status ?? "")) throw new Already();
      await client.query(
        `UPDATE sandbox.appointment SET status = $3, status_written_at = now(),
           note = concat_ws(E'\n', note, 'Cancelled: ' || $4::text)
         WHERE practice_id = $1 AND id = $2`,
        [practiceId, emrAppointmentId, CANCELLED[0], reason],
      );
      await openSlotsAgain(client, practiceId, emrAppointmentId);
    });
    return { already: false };
  } catch (error) {
    if (error instanceof Already) return { already: true };
    throw error;
  }
}
