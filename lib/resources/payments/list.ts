import { writtenList } from "#lib/resources/written/list";
import { writtenPayment } from "./record.ts";
import { payment } from "./table.ts";

/** GET /payments. */
export const listPayments = writtenList({
  path: "/payments",
  embed: { narrows: "patient_mrn" },
  summary: "List the payments posted through this interface, newest first",
  permission: "payments:read",
  key: "payments",
  model: writtenPayment,
  table: payment,
  idField: "payment_id",
  convert: { amount: Number },
});
