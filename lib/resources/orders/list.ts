import { patientOrder } from "#lib/db/schema";
import { writtenList } from "#lib/resources/written/list";
import { writtenOrder } from "./record.ts";

/** GET /orders. */
export const listOrders = writtenList({
  path: "/orders",
  summary: "List the orders placed through this interface, newest first",
  permission: "orders:read",
  key: "orders",
  model: writtenOrder,
  table: patientOrder,
  idField: "order_id",
});
