import type { Accept } from "#lib/definitions/acceptance";
import { allInOrder } from "#lib/kernel/all-in-order";
import { idsOf, linesOf, requireVisit } from "#lib/resources/appointments/known-visit";
import type { cancelAppointment } from "./definition.ts";

/**
 * Throws `not_found` for an unknown visit. What the copy here says of its status does not decide: the EMR tells whether the visit is
 * cancelled already, or gone.
 */
export const acceptCancellation: Accept<typeof cancelAppointment> = async ({ tx, tenant, params, account }) => {
  const [{ timezone }, visit] = await allInOrder([account, requireVisit(tx, tenant.linkedAccountId, params.id ?? "")]);
  return {
    identifiers: idsOf(visit),
    patientMrn: visit.patientMrn,
    lines: linesOf(visit, [visit], timezone),
  };
};
