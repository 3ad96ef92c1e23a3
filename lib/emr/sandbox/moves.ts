import type { PoolClient } from "pg";
import { EmrError, type EmrVisitChange } from "#lib/emr/port/port";
import { FREE, lockSchedule, openSlotsAgain, refuseTaken, requireVisitType, takeSlots } from "./bookings.ts";
import { requireKnown } from "./known.ts";
import { changeOnce } from "./write-once.ts";

interface Stored {
  starts_at: Date;
  duration_minutes: number;
  provider_id: string;
  secondary_provider_id: string | null;
  status: string | null;
}

async function storedVisit(client: PoolClient, practiceId: string, id: string): Promise<Stored> {
  const { rows } = await client.query<Stored>(
    `SELECT starts_at, duration_minutes, provider_id, secondary_provider_id, status FROM sandbox.appointment
     WHERE practice_id = $1 AND id = $2 AND category = 'appointment' FOR UPDATE`,
    [practiceId, id],
  );
  const [visit] = rows;
  if (!visit) throw new EmrError("validation", "The appointment is no longer in the EMR", { code: "record_not_found" });
  return visit;
}

/**
 * Changes a visit; the open slots at its new time are gone then, and those that it had taken open again. A practice that `refusesOverlaps` judges one change after the
 * other; another takes what it gets. Throws EmrErrors.
 */
export function changeAppointment(
  practiceId: string,
  { emrAppointmentId, startsAt, duration, providerEhrId, locationEmrId, visitType, reason, note }: EmrVisitChange,
  { idempotencyKey, refusesOverlaps }: { idempotencyKey: string; refusesOverlaps: boolean },
): Promise<void> {
  const write = { practiceId, kind: "appointment_change", emrId: emrAppointmentId, idempotencyKey };
  return changeOnce(write, async (client) => {
    await requireKnown(client, practiceId, { provider: providerEhrId, location: locationEmrId });
    if (visitType) await requireVisitType(client, practiceId, visitType.name);
    if (refusesOverlaps) await lockSchedule(client, practiceId);
    const before = await storedVisit(client, practiceId, emrAppointmentId);
    const after = {
      startsAt: startsAt ?? before.starts_at.toISOString(),
      duration: duration ?? before.duration_minutes,
      providerEhrId: providerEhrId ?? before.provider_id,
      secondaryProviderEhrId: before.secondary_provider_id,
    };
    const moves = [startsAt, duration, providerEhrId].some((value) => value !== undefined);
    if (moves && FREE.includes(before.status ?? ""))
      throw new EmrError("validation", "The appointment is cancelled in the EMR, or its patient did not come");
    if (refusesOverlaps && moves) await refuseTaken(client, practiceId, after, emrAppointmentId);
    await client.query(
      `UPDATE sandbox.appointment SET starts_at = $3, duration_minutes = $4, provider_id = $5,
         location_id = coalesce($6, location_id), visit_type = coalesce($7, visit_type),
         reason = coalesce($8, reason), note = coalesce($9, note)
       WHERE practice_id = $1 AND id = $2`,
      [
        practiceId,
        emrAppointmentId,
        after.startsAt,
        after.duration,
        after.providerEhrId,
        locationEmrId ?? null,
        visitType?.name ?? null,
        reason ?? null,
        note ?? null,
      ],
    );
    if (moves) {
      await openSlotsAgain(client, practiceId, emrAppointmentId);
      await takeSlots(client, practiceId, emrAppointmentId, after);
    }
  });
}
