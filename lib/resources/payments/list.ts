import { payment } from "#lib/db/schema";
import { writtenList } from "#lib/resources/written/list";
import { writtenPayment } from "./record.ts";

/** GET /payments. */
export const listPayments = writtenList({
  path: "/payments",
  summary: "List the payments posted through this interface, newest first",
  permission: "payments:read",
  key: "payments",
  model: writtenPayment,
  table: payment,
  idField: "payment_id",
  convert: { amount: Number },
});
