import { joined, type Shown, type ShownRecord, textOf } from "#lib/definitions/shown";
import { formatMoney } from "#lib/kernel/money";
import type { WrittenPayment } from "#lib/resources/payments/record";

export const shownPayment: Shown = {
  gist: ({ amount, payment_method }) =>
    joined(typeof amount === "number" ? formatMoney(amount) : "", textOf(payment_method)),
  amount: ({ amount }) => (typeof amount === "number" ? amount : null),
  reference: { field: "reference_number", label: "Reference number" },
};

export const shownPayments: ShownRecord<WrittenPayment> = {
  things: "payments",
  title: ({ amount }) => formatMoney(amount),
  detail: ({ payment_method, reference_number, emr_transaction_id, notes }) =>
    joined(payment_method, reference_number, emr_transaction_id, notes),
};
