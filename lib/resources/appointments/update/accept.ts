import { eq } from "drizzle-orm";
import type { Accept } from "#lib/definitions/acceptance";
import { unknownValue } from "#lib/definitions/known-value";
import { recordKeyOf } from "#lib/job-record/record-order";
import { allInOrder } from "#lib/kernel/all-in-order";
import { invalid } from "#lib/kernel/domain-error";
import { requireVisitOfEmr } from "#lib/resources/appointments/known-visit";
import { visitStatus } from "#lib/resources/visit-statuses/table";
import type { updateAppointment } from "./definition.ts";

/**
 * Throws `not_found` for an unknown appointment and `invalid` for an unknown status code, listing the valid ones (decisions §4). An
 * open slot or a blocked time is not an appointment (interface 2.10).
 */
export const acceptAppointmentUpdate: Accept<typeof updateAppointment> = async ({ tx, tenant, input }) => {
  const { linkedAccountId } = tenant;
  const [{ patientMrn, recordKey }, statuses] = await allInOrder([
    requireVisitOfEmr(tx, linkedAccountId, input.emr_appointment_id),
    tx
      .select({ code: visitStatus.code })
      .from(visitStatus)
      .where(eq(visitStatus.linkedAccountId, linkedAccountId))
      .orderBy(visitStatus.position)
      .execute(),
  ]);
  const codes = statuses.map(({ code }) => code);
  const problem = unknownValue("status", input.status, codes, "visit statuses");
  if (problem) throw invalid(problem);
  const { emr_appointment_id } = input;
  // A visit that was booked here has the line of its booking.
  const isOwn = recordKey !== recordKeyOf("appointment", emr_appointment_id);
  return { identifiers: { emr_appointment_id }, patientMrn, ...(isOwn && { lines: { recordKey, dayKeys: [] } }) };
};
