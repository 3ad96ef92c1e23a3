import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrAppointment, EmrCancellation } from "#lib/emr/port/port";
import { freeStatuses } from "#lib/resources/appointments/free-statuses";
import { keptVisit, visitData } from "#lib/resources/appointments/kept-visit";
import { emrIdOf } from "#lib/resources/appointments/known-visit";
import type { cancelAppointment } from "./definition.ts";

interface Prepared {
  cancellation: EmrCancellation;
  /** Statuses of visits that take no time. */
  free: string[];
}

interface Cancelled {
  already: boolean;
  /** The visit as the EMR shows it now; null if it shows cancelled ones no more. */
  kept: EmrAppointment | null;
}

/** Cancels the visit in the EMR and reads it again. The result says whether it was cancelled there before. */
export const runCancellation: OperationRunner<typeof cancelAppointment, Prepared, Cancelled> = {
  async prepare({ tx, tenant, identifiers, input: { reason } }) {
    const { linkedAccountId } = tenant;
    const emrAppointmentId = await emrIdOf(tx, linkedAccountId, identifiers);
    return { cancellation: { emrAppointmentId, reason }, free: await freeStatuses(tx, linkedAccountId) };
  },

  async run({ cancellation }, { emr, idempotencyKey, signal }) {
    const { already } = await emr.cancelAppointment(cancellation, { idempotencyKey, signal });
    return { already, kept: await emr.readAppointment(cancellation.emrAppointmentId, signal) };
  },

  async complete({ tx, tenant, identifiers, patientMrn, settledLate, moved, result: { already, kept } }) {
    const { linkedAccountId } = tenant;
    const emrAppointmentId = await emrIdOf(tx, linkedAccountId, identifiers);
    if (kept && !moved) await keptVisit(tx, tenant, kept, settledLate);
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

  held: {
    read: async (emrAppointmentId, { emr, signal }) => ({
      already: false,
      kept: await emr.readAppointment(emrAppointmentId, signal),
    }),
    async asWanted({ cancellation: { emrAppointmentId }, free }, { emr, signal }) {
      const kept = await emr.readAppointment(emrAppointmentId, signal);
      return kept?.status != null && free.includes(kept.status)
        ? { emrId: emrAppointmentId, result: { already: false, kept } }
        : null;
    },
  },
};
