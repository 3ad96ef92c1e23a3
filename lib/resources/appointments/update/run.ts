import { and, eq, lte, sql } from "drizzle-orm";
import { nextAsOf } from "#lib/db/as-of";
import { changeRecords } from "#lib/db/record-versions";
import type { OperationRunner } from "#lib/definitions/runner";
import { present } from "#lib/kernel/clock";
import { appointment } from "#lib/resources/appointments/table";
import type { updateAppointment } from "./definition.ts";

interface StatusChange {
  emrAppointmentId: string;
  status: string;
}

/** Sets the status in the EMR, then in the stored appointment (interface 3.6). */
export const runAppointmentUpdate: OperationRunner<typeof updateAppointment, StatusChange, null> = {
  prepare: async ({ input }) => ({ emrAppointmentId: input.emr_appointment_id, status: input.status }),

  async run(change, { emr, idempotencyKey, signal }) {
    await emr.updateAppointmentStatus(change, { idempotencyKey, signal });
    return null;
  },

  async complete({ tx, tenant, identifiers: { emr_appointment_id }, input: { status }, patientMrn, ...how }) {
    const data = { emr_appointment_id, patient_mrn: patientMrn ?? "", status };
    const { settledLate, moved } = how;
    if (moved) return { data };
    const change = tx
      .update(appointment)
      .set({
        status,
        asOf: nextAsOf,
        statusSince: sql`CASE WHEN ${appointment.status} IS DISTINCT FROM ${status} THEN ${present().toISOString()}::timestamptz ELSE ${appointment.statusSince} END`,
      })
      .where(
        and(
          eq(appointment.linkedAccountId, tenant.linkedAccountId),
          eq(appointment.emrAppointmentId, emr_appointment_id),
          settledLate && lte(appointment.asOf, settledLate.asOf),
        ),
      )
      .returning({ id: appointment.id });
    await changeRecords(tx, tenant, appointment, change);
    return { data };
  },

  fromEvent: async () => null,

  held: {
    result: async () => null,
    async asWanted({ emrAppointmentId, status }, { emr, signal }) {
      const kept = await emr.readAppointment(emrAppointmentId, signal);
      return kept?.status === status ? { emrId: emrAppointmentId, result: null } : null;
    },
  },
};
