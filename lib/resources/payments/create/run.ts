import { eq, sql } from "drizzle-orm";
import { prepared } from "#lib/db/prepared";
import { updateOf } from "#lib/db/write";
import { endId } from "#lib/definitions/passed-on-end";
import type { OperationRunner } from "#lib/definitions/runner";
import { EmrError, type EmrPayment } from "#lib/emr/port/port";
import { allInOrder } from "#lib/kernel/all-in-order";
import { patientEhrId } from "#lib/resources/patients/known-patient";
import { payment } from "#lib/resources/payments/table";
import type { createPayment } from "./definition.ts";

/** The EMR's payment, with the method's name in place of its id. */
type Prepared = Omit<EmrPayment, "paymentMethodId"> & { paymentMethod: string };

const stored = prepared((tx) =>
  tx
    .select({
      locationEmrId: payment.location,
      paymentMethod: payment.paymentMethod,
      referenceNumber: payment.referenceNumber,
      amount: payment.amount,
      notes: payment.notes,
      depositDate: payment.depositDate,
    })
    .from(payment)
    .where(eq(payment.id, sql.placeholder("id"))),
);

/** Posts the payment to the EMR. The method's name is resolved to the EMR's id at post time (interface 4.6). */
export const runPayment: OperationRunner<typeof createPayment, Prepared, { emr_transaction_id: string }> = {
  async prepare({ tx, tenant, identifiers, input }) {
    const [ehrId, [found]] = await allInOrder([
      patientEhrId(tx, tenant.linkedAccountId, input.patient_mrn),
      stored(tx).execute({ id: identifiers.payment_id }),
    ]);
    if (!found) throw new Error("The payment is not stored");
    return { patientEhrId: ehrId, ...found };
  },

  async run({ paymentMethod, ...payment }, { emr, idempotencyKey, signal }) {
    const wanted = paymentMethod.trim().toLowerCase();
    const methods = await emr.listPaymentMethods(signal);
    const method = methods.find(({ name }) => name.trim().toLowerCase() === wanted);
    if (!method)
      throw new EmrError("validation", `payment method not configured in the EMR: ${paymentMethod}`, {
        code: "value_not_found",
      });
    const { emrTransactionId } = await emr.createPayment(
      { ...payment, paymentMethodId: method.id },
      { idempotencyKey, signal },
    );
    return { emr_transaction_id: emrTransactionId };
  },

  async complete({ identifiers, result, input }) {
    return {
      writes: [updateOf(payment, identifiers.payment_id, { emrTransactionId: result.emr_transaction_id })],
      data: {
        payment_id: identifiers.payment_id,
        emr_transaction_id: result.emr_transaction_id,
        payment_method: input.payment_method,
        amount: input.amount,
        reference_number: input.reference_number,
        patient_mrn: input.patient_mrn,
      },
    };
  },

  fromEvent: async (_stored, end) => ({ emr_transaction_id: endId(end, "emr_transaction_id") }),

  held: { result: async (_stored, emrId) => ({ emr_transaction_id: emrId }) },
};
