import type { SampleOf } from "#lib/definitions/operation";
import type { createPayment } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const createPaymentSample: SampleOf<typeof createPayment> = {
  request: {
    patient_mrn: "MRN-100042",
    payment_method: "Credit Card",
    reference_number: "RCPT-2041",
    location: "LOC-1",
    amount: 45.5,
    notes: "Copay for the visit of today",
    deposit_date: "2026-03-02",
  },
  completed: {
    payment_id: "01900000000070008000000000000001",
    emr_transaction_id: "TXN-900001",
    payment_method: "Credit Card",
    amount: 45.5,
    reference_number: "RCPT-2041",
    patient_mrn: "MRN-100042",
  },
  failed: {
    payment_id: "01900000000070008000000000000001",
    failure_reason: "payment method not configured in the EMR: Barter",
  },
};
