import { insertInto } from "#lib/db/write";
import type { Accept } from "#lib/definitions/acceptance";
import { allInOrder } from "#lib/kernel/all-in-order";
import { todayIn } from "#lib/kernel/dates";
import { newId } from "#lib/kernel/id";
import { requireLocation } from "#lib/resources/locations/known-location";
import { requirePatient } from "#lib/resources/patients/known-patient";
import { payment } from "#lib/resources/payments/table";
import type { createPayment } from "./definition.ts";

/**
 * Throws `not_found` for an unknown patient (interface 4.6) and `invalid` with the valid values for an unknown location (decisions
 * §4).
 */
export const acceptPayment: Accept<typeof createPayment> = async ({ tx, tenant, input, account }) => {
  const { linkedAccountId } = tenant;
  const [{ jobId, timezone }] = await allInOrder([
    account,
    requirePatient(tx, linkedAccountId, input.patient_mrn),
    requireLocation(tx, linkedAccountId, "location", input.location),
  ]);
  const id = newId();
  const record = insertInto(payment, {
    id,
    ...tenant,
    jobId,
    patientMrn: input.patient_mrn,
    paymentMethod: input.payment_method,
    referenceNumber: input.reference_number,
    location: input.location,
    amount: input.amount.toFixed(2),
    notes: input.notes ?? null,
    depositDate: input.deposit_date ?? todayIn(timezone),
  });
  return { identifiers: { payment_id: id }, patientMrn: input.patient_mrn, record };
};
