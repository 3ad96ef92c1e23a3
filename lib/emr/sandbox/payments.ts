import type { EmrPayment } from "#lib/emr/port/port";
import { insertRow } from "./insert.ts";
import { requireKnown } from "./known.ts";
import { lastly } from "./pool.ts";
import { writeOnce } from "./write-once.ts";

/** Posts a payment to the ledger and returns its transaction id. Throws EmrErrors for unknown references. */
export function createPayment(practiceId: string, payment: EmrPayment, idempotencyKey: string): Promise<string> {
  const { patientEhrId, paymentMethodId, locationEmrId } = payment;
  return writeOnce({ practiceId, kind: "payment", prefix: "TXN-", idempotencyKey }, async (client, id) => {
    await requireKnown(client, practiceId, {
      patient: patientEhrId,
      paymentMethod: paymentMethodId,
      location: locationEmrId,
    });
    const row = {
      id,
      patient_id: patientEhrId,
      payment_method_id: paymentMethodId,
      location_id: locationEmrId,
      reference_number: payment.referenceNumber,
      amount: payment.amount,
      notes: payment.notes,
      deposit_date: payment.depositDate,
    };
    await lastly(client, () => insertRow(client, practiceId, "payment", row));
  });
}
