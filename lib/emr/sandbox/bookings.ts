import type { PoolClient } from "pg";
import { type EmrAppointment, type EmrBooking, EmrError } from "#lib/emr/port/port";
import { insertRow } from "./insert.ts";
import { KIND_STATEMENTS } from "./kind-statements.ts";
import { requireKnown } from "./known.ts";
import { rowsOf } from "./query.ts";
import { writeOnce } from "./write-once.ts";

/** The visit statuses whose visits take no time. */
export const FREE = ["CAN", "RSC", "NOS"];

const OVERLAPS = "starts_at < $4 AND starts_at + duration_minutes * interval '1 minute' > $3";

/** Returns the records of these providers' schedules that share a part of a time, by their beginning. */
export const readTimes = (
  practiceId: string,
  { providerEhrIds, from, to }: { providerEhrIds: string[]; from: string; to: string },
): Promise<EmrAppointment[]> =>
  rowsOf<EmrAppointment>(
    `${KIND_STATEMENTS.appointments.select} AND (provider_id = ANY ($2) OR secondary_provider_id = ANY ($2))
     AND ${OVERLAPS} ORDER BY starts_at, id`,
    practiceId,
    providerEhrIds,
    from,
    to,
  );

/** The time of a visit. */
type VisitTime = Pick<EmrBooking, "startsAt" | "duration" | "providerEhrId" | "secondaryProviderEhrId">;

const endOf = ({ startsAt, duration }: VisitTime): Date => new Date(Date.parse(startsAt) + duration * 60_000);

/** Throws a validation fault if one of the visit's providers has another visit or a block at its time; `own` is its id. */
export async function refuseTaken(
  client: PoolClient,
  practiceId: string,
  visit: VisitTime,
  own: string | null,
): Promise<void> {
  const providers = [visit.providerEhrId, visit.secondaryProviderEhrId];
  const taken = await client.query(
    `SELECT FROM sandbox.appointment
     WHERE practice_id = $1 AND (provider_id = ANY ($2) OR secondary_provider_id = ANY ($2)) AND ${OVERLAPS}
       AND category <> 'schedule_slot' AND NOT coalesce(status = ANY ($5), false) AND id IS DISTINCT FROM $6 LIMIT 1`,
    [practiceId, providers, visit.startsAt, endOf(visit), FREE, own],
  );
  if (taken.rowCount) throw new EmrError("validation", "The EMR answered 409: the time is taken", { code: "overlap" });
}

/** Throws a validation fault for an unknown visit type. */
export async function requireVisitType(client: PoolClient, practiceId: string, name: string): Promise<void> {
  const found = await client.query("SELECT FROM sandbox.visit_type WHERE practice_id = $1 AND name = $2", [
    practiceId,
    name,
  ]);
  if (!found.rowCount)
    throw new EmrError("validation", `visit type not found in the EMR: ${name}`, { code: "value_not_found" });
}

/** Lets one change of the practice's schedule be judged after the other. */
export const lockSchedule = (client: PoolClient, practiceId: string) =>
  client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`sandbox-schedule/${practiceId}`]);

/** Takes the open slots at the time of a visit out of the schedule; the visit's row keeps them until they open again. */
export const takeSlots = (client: PoolClient, practiceId: string, id: string, visit: VisitTime) =>
  client.query(
    `WITH taken AS (
       DELETE FROM sandbox.appointment
       WHERE practice_id = $1 AND provider_id = $2 AND category = 'schedule_slot' AND ${OVERLAPS} RETURNING *)
     UPDATE sandbox.appointment SET took = took || (SELECT jsonb_agg(to_jsonb(taken)) FROM taken)
     WHERE practice_id = $1 AND id = $5 AND EXISTS (SELECT FROM taken)`,
    [practiceId, visit.providerEhrId, visit.startsAt, endOf(visit), id],
  );

/**
 * Opens the slots again that a visit has taken and does not need any more, but those at whose time others are now. A visit
 * needs those at its time unless its patient does not come.
 */
export async function openSlotsAgain(client: PoolClient, practiceId: string, id: string): Promise<void> {
  const isTaken = (visit: string) => `${visit}.practice_id = $1
    AND (slot.provider_id = ${visit}.provider_id OR slot.provider_id = ${visit}.secondary_provider_id)
    AND ${visit}.category <> 'schedule_slot' AND NOT coalesce(${visit}.status = ANY ($3), false)
    AND ${visit}.starts_at < slot.starts_at + slot.duration_minutes * interval '1 minute'
    AND ${visit}.starts_at + ${visit}.duration_minutes * interval '1 minute' > slot.starts_at`;
  await client.query(
    `INSERT INTO sandbox.appointment
     SELECT slot.* FROM sandbox.appointment own, jsonb_populate_recordset(NULL::sandbox.appointment, own.took) slot
     WHERE own.practice_id = $1 AND own.id = $2
       AND NOT EXISTS (SELECT FROM sandbox.appointment other WHERE ${isTaken("other")})
     ON CONFLICT DO NOTHING`,
    [practiceId, id, FREE],
  );
  await client.query(
    `UPDATE sandbox.appointment own SET took = coalesce(
       (SELECT jsonb_agg(to_jsonb(slot)) FROM jsonb_populate_recordset(NULL::sandbox.appointment, own.took) slot
        WHERE ${isTaken("own")}), '[]')
     WHERE practice_id = $1 AND id = $2 AND took <> '[]'`,
    [practiceId, id, FREE],
  );
}

/**
 * Books a visit and returns its id; the open slots at its time are gone then. A practice that `refusesOverlaps` judges one
 * booking after the other; another takes what it gets. Throws EmrErrors.
 */
export function bookAppointment(
  practiceId: string,
  visit: EmrBooking,
  { idempotencyKey, refusesOverlaps }: { idempotencyKey: string; refusesOverlaps: boolean },
): Promise<string> {
  return writeOnce({ practiceId, kind: "appointment", prefix: "APT-", idempotencyKey }, async (client, id) => {
    const { patientEhrId, providerEhrId, secondaryProviderEhrId, locationEmrId, visitType } = visit;
    await requireKnown(client, practiceId, { patient: patientEhrId, provider: providerEhrId, location: locationEmrId });
    await requireKnown(client, practiceId, { provider: secondaryProviderEhrId });
    await requireVisitType(client, practiceId, visitType.name);
    if (refusesOverlaps) {
      await lockSchedule(client, practiceId);
      if (!visit.mayOverlap) await refuseTaken(client, practiceId, visit, null);
    }
    const [status] = (
      await client.query<{ code: string }>(
        "SELECT code FROM sandbox.visit_status WHERE practice_id = $1 ORDER BY position LIMIT 1",
        [practiceId],
      )
    ).rows;
    await insertRow(client, practiceId, "appointment", {
      id,
      category: "appointment",
      starts_at: visit.startsAt,
      duration_minutes: visit.duration,
      provider_id: providerEhrId,
      secondary_provider_id: secondaryProviderEhrId,
      location_id: locationEmrId,
      patient_id: patientEhrId,
      status: status?.code ?? null,
      visit_type: visitType.name,
      mode: visit.appointmentMode,
      reason: visit.reason,
      note: visit.note,
      insurances: [],
      diagnoses: [],
      medications: [],
      created_at: new Date(),
    });
    await takeSlots(client, practiceId, id, visit);
  });
}
