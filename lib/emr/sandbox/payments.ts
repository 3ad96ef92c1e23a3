import type { EmrPayment } from "#lib/emr/port/port";
import { createsRecord } from "./create-record.ts";

const create = createsRecord({
  kind: "payment",
  prefix: "TXN-",
  table: "payment",
  references: ["patient", "paymentMethod", "location"],
  columns: ["patient_id", "payment_method_id", "location_id", "reference_number", "amount", "notes", "deposit_date"],
});

/** Posts a payment to the ledger and returns its transaction id. Throws EmrErrors for unknown references. */
export function createPayment(practiceId: string, payment: EmrPayment, idempotencyKey: string): Promise<string> {
  const { patientEhrId, paymentMethodId, locationEmrId } = payment;
  const row = {
    patient_id: patientEhrId,
    payment_method_id: paymentMethodId,
    location_id: locationEmrId,
    reference_number: payment.referenceNumber,
    amount: payment.amount,
    notes: payment.notes,
    deposit_date: payment.depositDate,
  };
  const references = { patient: patientEhrId, paymentMethod: paymentMethodId, location: locationEmrId };
  return create(practiceId, { references, row, idempotencyKey });
}
