import { z } from "zod";
import { drawAsOf } from "#lib/db/as-of";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrCancellation } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import { freeStatuses } from "#lib/resources/appointments/free-statuses";
import { type KeptVisit, keptVisit, visitAsRead, visitData } from "#lib/resources/appointments/kept-visit";
import { emrIdOf } from "#lib/resources/appointments/known-visit";
import { type Reading, readTimes, storeReading } from "#lib/resources/appointments/read-times";
import type { cancelAppointment } from "./definition.ts";

interface Prepared extends Pick<Reading, "asOf" | "since"> {
  cancellation: EmrCancellation;
  /** Statuses of visits that take no time. */
  free: string[];
}

/** What the event of an EMR of this same interface may tell of the visit, which that interface does not show. */
const cancelled = z.object({ status: z.string().catch(""), already_cancelled: z.boolean().catch(false) });

interface Cancelled {
  already: boolean;
  /** The visit as the EMR shows it now; null if it shows cancelled ones no more. */
  kept: KeptVisit | null;
  /** What is at its time now, such as the open slot that it had taken; null if that was not read. */
  reading: Reading | null;
}

/** Cancels the visit in the EMR and reads it and its time again. The result says whether it was cancelled there before. */
export const runCancellation: OperationRunner<typeof cancelAppointment, Prepared, Cancelled> = {
  async prepare({ tx, tenant, identifiers, input: { reason } }) {
    const { linkedAccountId } = tenant;
    const emrAppointmentId = await emrIdOf(tx, linkedAccountId, identifiers);
    return {
      cancellation: { emrAppointmentId, reason },
      free: await freeStatuses(tx, linkedAccountId),
      asOf: await drawAsOf(tx),
      since: present(),
    };
  },

  async run({ cancellation, asOf, since }, { emr, idempotencyKey, signal }) {
    const { already } = await emr.cancelAppointment(cancellation, { idempotencyKey, signal });
    const kept = await emr.readAppointment(cancellation.emrAppointmentId, signal);
    const reading = kept && { asOf, since, records: await readTimes(emr, kept, signal) };
    return { already, kept, reading };
  },

  async complete({ tx, tenant, identifiers, patientMrn, settledLate, moved, result: { already, kept, reading } }) {
    const { linkedAccountId } = tenant;
    const emrAppointmentId = await emrIdOf(tx, linkedAccountId, identifiers);
    if (kept && !moved) {
      await keptVisit(tx, tenant, kept, settledLate);
      if (reading) await storeReading(tx, tenant, kept, reading);
    }
    const { datetime, provider_ehr_id, location_id } = await visitData(tx, linkedAccountId, identifiers, kept);
    return {
      data: {
        appointment_id: identifiers.appointment_id,
        emr_appointment_id: emrAppointmentId,
        patient_mrn: patientMrn ?? "",
        datetime,
        provider_ehr_id,
        location_id,
        status: kept?.status ?? "",
        already_cancelled: already,
      },
      warnings: already ? ["The appointment was already cancelled in the EMR"] : [],
    };
  },

  async fromEvent({ tx, tenant: { linkedAccountId }, identifiers }, { data }) {
    const { status, already_cancelled: already } = cancelled.parse(data);
    const stored = await visitAsRead(tx, linkedAccountId, await emrIdOf(tx, linkedAccountId, identifiers));
    // Without the status that the visit has in the EMR it is as it was here, until it is read.
    return { already, kept: stored && status !== "" ? { ...stored, status } : null, reading: null };
  },

  held: {
    read: async (emrAppointmentId, { emr, signal }) => ({
      already: false,
      kept: await emr.readAppointment(emrAppointmentId, signal),
      reading: null,
    }),
    async asWanted({ cancellation: { emrAppointmentId }, free }, { emr, signal }) {
      const kept = await emr.readAppointment(emrAppointmentId, signal);
      return kept?.status != null && free.includes(kept.status)
        ? { emrId: emrAppointmentId, result: { already: false, kept, reading: null } }
        : null;
    },
  },
};
