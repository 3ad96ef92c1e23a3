import { writtenList } from "#lib/resources/written/list";
import { writtenOrder } from "./record.ts";
import { patientOrder } from "./table.ts";

/** GET /orders. */
export const listOrders = writtenList({
  path: "/orders",
  embed: { narrows: "patient_mrn" },
  summary: "List the orders placed through this interface, newest first",
  permission: "orders:read",
  key: "orders",
  model: writtenOrder,
  table: patientOrder,
  idField: "order_id",
});
