import { and, eq } from "drizzle-orm";
import { badRequest, notFound } from "#lib/core/api-error";
import { todayIn } from "#lib/core/dates";
import { newId } from "#lib/core/id";
import { location, patient, payment } from "#lib/db/schema";
import type { Accept } from "#lib/operations/acceptance";
import type { createPayment } from "./definition.ts";

/** Interface 4.6: 404 for an unknown patient; decisions §4: 400 for an unknown location, with the valid values. */
export const acceptPayment: Accept<typeof createPayment> = async ({ tx, tenant, jobId, input, timezone }) => {
  const { linkedAccountId } = tenant;
  const [patients, locations] = await Promise.all([
    tx
      .select({ ehrId: patient.ehrId })
      .from(patient)
      .where(and(eq(patient.linkedAccountId, linkedAccountId), eq(patient.mrn, input.patient_mrn))),
    tx
      .select({ emrId: location.emrId })
      .from(location)
      .where(eq(location.linkedAccountId, linkedAccountId))
      .orderBy(location.emrId),
  ]);
  if (!patients[0]?.ehrId) throw notFound("Patient with this patient_mrn");
  if (!locations.some(({ emrId }) => emrId === input.location)) {
    const valid = locations.map(({ emrId }) => emrId).join(", ");
    throw badRequest(`location must be one of the account's locations: ${valid}`);
  }

  const id = newId();
  await tx.insert(payment).values({
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
  return { identifiers: { payment_id: id }, patientMrn: input.patient_mrn };
};
