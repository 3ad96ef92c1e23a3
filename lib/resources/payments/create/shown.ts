import { joined, type Shown, type ShownRecord, textOf } from "#lib/definitions/shown";
import { formatMoney } from "#lib/kernel/money";
import type { WrittenPayment } from "#lib/resources/payments/list";

export const shownPayment: Shown = {
  checked: ["payment_method", "location", "deposit_date"],
  gist: ({ amount, payment_method }) =>
    joined(typeof amount === "number" ? formatMoney(amount) : "", textOf(payment_method)),
  deed: ({ amount }) => ({
    what: typeof amount === "number" ? `A payment of ${formatMoney(amount)}` : "A payment",
    done: "posted to",
  }),
  receipt: ({ amount, payment_method, reference_number, emr_transaction_id }) => [
    { label: "Amount paid", value: typeof amount === "number" ? formatMoney(amount) : "" },
    { label: "Payment method", value: textOf(payment_method) },
    { label: "Reference number", value: textOf(reference_number) },
    { label: "Transaction", value: textOf(emr_transaction_id) },
  ],
  amount: ({ amount }) => (typeof amount === "number" ? amount : null),
  reference: { field: "reference_number", label: "Reference number" },
};

export const shownPayments: ShownRecord<WrittenPayment> = {
  things: "payments",
  onPatientsPage: { within: "claims", tab: "payments", heading: "Payments posted from here" },
  title: ({ amount }) => formatMoney(amount),
  detail: ({ payment_method, reference_number, emr_transaction_id, notes }) =>
    joined(payment_method, reference_number, emr_transaction_id, notes),
};
