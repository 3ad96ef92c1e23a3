import { eq } from "drizzle-orm";
import { drawAsOf } from "#lib/db/as-of";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { updateOf } from "#lib/db/write";
import { endId } from "#lib/definitions/passed-on-end";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrBooking } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { doubleWarnings, refuseOthers } from "#lib/resources/appointments/doubles";
import { freeStatuses, takesTime } from "#lib/resources/appointments/free-statuses";
import { zoneOfAccount } from "#lib/resources/appointments/kept-visit";
import { momentAt } from "#lib/resources/appointments/moment-at";
import { type Reading, readTimes, storeReading } from "#lib/resources/appointments/read-times";
import { appointment, booking } from "#lib/resources/appointments/table";
import { patientEhrId } from "#lib/resources/patients/known-patient";
import { giveId } from "#lib/resources/synced/give-id";
import { bookedMrn } from "./booked-mrn.ts";
import type { bookAppointment } from "./definition.ts";

interface Prepared extends Pick<Reading, "asOf" | "since"> {
  visit: EmrBooking;
  /** Statuses of visits that take no time. */
  free: string[];
}

/** A visit that the EMR holds. */
interface Booked {
  emrAppointmentId: string;
  /** Null if the EMR was not read. */
  reading: Reading | null;
}

async function bookingOf(tx: Transaction, id: string) {
  const [accepted] = await tx.select().from(booking).where(eq(booking.id, id));
  if (!accepted) throw new Error("An accepted booking is gone");
  return accepted;
}

/** Stores the records that were read after the booking; the visit gets the id that its acceptance has answered. */
async function store(
  tx: Transaction,
  tenant: AccountTenant,
  accepted: typeof booking.$inferSelect,
  { emrAppointmentId, reading }: Booked,
): Promise<void> {
  if (!reading) return;
  const { id } = accepted;
  await storeReading(tx, tenant, { ...accepted, startsAt: accepted.startsAt.toISOString() }, reading);
  await giveId(tx, tenant, { table: appointment, key: appointment.emrAppointmentId, ehrId: emrAppointmentId, id });
}

/**
 * Books the visit in the EMR unless its time is taken there by now, then reads that time again: what an EMR that refuses no
 * overlap let pass is a warning (additions §2).
 */
export const runBooking: OperationRunner<typeof bookAppointment, Prepared, Booked> = {
  async prepare({ tx, tenant, identifiers, input }) {
    const { linkedAccountId } = tenant;
    const accepted = await bookingOf(tx, identifiers.appointment_id);
    const visit: EmrBooking = {
      patientEhrId: await patientEhrId(tx, linkedAccountId, await bookedMrn(tx, accepted, input)),
      providerEhrId: accepted.providerEhrId,
      secondaryProviderEhrId: accepted.secondaryProviderEhrId,
      locationEmrId: accepted.locationId,
      startsAt: accepted.startsAt.toISOString(),
      duration: accepted.duration,
      visitType: { id: accepted.visitTypeId, name: accepted.visitTypeName },
      appointmentMode: input.appointment_mode ?? null,
      reason: input.reason ?? null,
      note: input.note ?? null,
      mayOverlap: input.overlap === "allow",
      inOpenTime: input.slot_id !== undefined && input.overlap !== "allow",
    };
    return { visit, free: await freeStatuses(tx, linkedAccountId), asOf: await drawAsOf(tx), since: present() };
  },

  async run({ visit, free, asOf, since }, { emr, idempotencyKey, signal }) {
    if (!visit.mayOverlap) {
      const there = await readTimes(emr, visit, signal);
      const isTaken = there.some((record) => takesTime(record, free));
      // What takes the time may be the visit that an earlier attempt has booked.
      const own = isTaken && emr.repeats !== "never" ? await emr.findWrite(idempotencyKey, signal) : null;
      refuseOthers(
        there.filter((record) => record.emrAppointmentId !== own),
        free,
      );
    }
    const { emrAppointmentId } = await emr.bookAppointment(visit, { idempotencyKey, signal });
    return { emrAppointmentId, reading: { asOf, since, records: await readTimes(emr, visit, signal) } };
  },

  async complete({ tx, tenant, jobId, identifiers: { appointment_id }, input, moved, result }) {
    const accepted = await bookingOf(tx, appointment_id);
    // Of an EMR to which the account no longer leads, the new patient is not known here.
    const patientMrn = accepted.patientMrn ?? (moved ? "" : await bookedMrn(tx, accepted, input));
    const { emrAppointmentId, reading } = result;
    const zone = await zoneOfAccount(tx, tenant.linkedAccountId);
    if (!moved) await store(tx, tenant, accepted, result);
    const held = reading?.records.find((record) => record.emrAppointmentId === emrAppointmentId);
    return {
      data: {
        appointment_id,
        emr_appointment_id: emrAppointmentId,
        patient_mrn: patientMrn,
        datetime: momentAt(held ? new Date(held.startsAt) : accepted.startsAt, zone),
        provider_ehr_id: held?.providerEhrId ?? accepted.providerEhrId,
        location_id: held?.locationEmrId ?? accepted.locationId,
        status: held?.status ?? "",
      },
      warnings:
        moved || !reading
          ? []
          : await doubleWarnings(tx, tenant, {
              emrAppointmentId,
              records: reading.records,
              isAllowed: input.overlap === "allow",
            }),
      writes: [
        updateOf(booking, appointment_id, { emrAppointmentId, ...(patientMrn && { patientMrn }) }),
        ...(accepted.patientMrn === null && patientMrn ? [updateOf(job, jobId, { patientMrn })] : []),
      ],
    };
  },

  fromEvent: async (_stored, end) => ({ emrAppointmentId: endId(end, "emr_appointment_id"), reading: null }),

  held: {
    reserves: true,
    async read(emrAppointmentId, { emr, signal }) {
      const held = await emr.readAppointment(emrAppointmentId, signal);
      if (held?.category !== "appointment") return null;
      const records = await readTimes(emr, held, signal);
      // The sequence number of this reading is unknown, so it only adds missing records and overwrites none.
      return { emrAppointmentId, reading: { asOf: 0, since: present(), records } };
    },
  },
};
