import { and, eq } from "drizzle-orm";
import type { Accept } from "#lib/definitions/acceptance";
import { unknownValue } from "#lib/definitions/known-value";
import { invalid, notFoundBy } from "#lib/kernel/api-error";
import { appointment } from "#lib/resources/appointments/table";
import { visitStatus } from "#lib/resources/visit-statuses/table";
import type { updateAppointment } from "./definition.ts";

/**
 * Throws 404 for an unknown appointment and 400 for an unknown status code, listing the valid ones (decisions §4). An
 * open slot or a blocked time is not an appointment (interface 2.10).
 */
export const acceptAppointmentUpdate: Accept<typeof updateAppointment> = async ({ tx, tenant, input }) => {
  const { linkedAccountId } = tenant;
  const [[found], statuses] = await Promise.all([
    tx
      .select({ patientMrn: appointment.patientMrn })
      .from(appointment)
      .where(
        and(
          eq(appointment.linkedAccountId, linkedAccountId),
          eq(appointment.emrAppointmentId, input.emr_appointment_id),
          eq(appointment.category, "appointment"),
        ),
      ),
    tx
      .select({ code: visitStatus.code })
      .from(visitStatus)
      .where(eq(visitStatus.linkedAccountId, linkedAccountId))
      .orderBy(visitStatus.position),
  ]);
  if (!found) throw notFoundBy("emr_appointment_id", "Appointment");
  const codes = statuses.map(({ code }) => code);
  const problem = unknownValue("status", input.status, codes, "visit statuses");
  if (problem) throw invalid(problem);
  return { identifiers: { emr_appointment_id: input.emr_appointment_id }, patientMrn: found.patientMrn };
};
