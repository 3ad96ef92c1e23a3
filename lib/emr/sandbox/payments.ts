import { EmrError, type EmrPayment } from "#lib/emr/port";
import { writeOnce } from "./write-once.ts";

interface Known {
  patient: boolean;
  method: boolean;
  location: boolean;
}

/** Posts a payment to the ledger; gives its transaction's id. Throws EmrErrors for what the EMR does not know. */
export function createPayment(practiceId: string, payment: EmrPayment, idempotencyKey: string): Promise<string> {
  const { patientEhrId, paymentMethodId, locationEmrId } = payment;
  return writeOnce({ practiceId, kind: "payment", prefix: "TXN-", idempotencyKey }, async (client, emrId) => {
    const { rows } = await client.query<Known>(
      `SELECT EXISTS (SELECT FROM sandbox.patient WHERE practice_id = $1 AND id = $2) AS patient,
              EXISTS (SELECT FROM sandbox.payment_method WHERE practice_id = $1 AND id = $3) AS method,
              EXISTS (SELECT FROM sandbox.location WHERE practice_id = $1 AND id = $4) AS location`,
      [practiceId, patientEhrId, paymentMethodId, locationEmrId],
    );
    if (!rows[0]?.patient) throw new EmrError("validation", "patient not found in the EMR");
    if (!rows[0].method) throw new EmrError("validation", `payment method not found in the EMR: ${paymentMethodId}`);
    if (!rows[0].location) throw new EmrError("validation", `location not found in the EMR: ${locationEmrId}`);

    await client.query(
      `INSERT INTO sandbox.payment (practice_id, id, patient_id, payment_method_id, location_id, reference_number,
                                    amount, notes, deposit_date)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        practiceId,
        emrId,
        patientEhrId,
        paymentMethodId,
        locationEmrId,
        payment.referenceNumber,
        payment.amount,
        payment.notes,
        payment.depositDate,
      ],
    );
  });
}
