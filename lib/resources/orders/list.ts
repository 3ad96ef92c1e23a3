import { z } from "zod";
import { patientName } from "#lib/kernel/fields";
import { writtenList } from "#lib/resources/written/list";
import { emrId, written } from "#lib/resources/written/model";
import { patientOrder } from "./table.ts";

/** A record of GET /orders. */
const writtenOrder = z
  .object({
    order_id: z.string(),
    emr_order_id: emrId,
    patient_mrn: z.string(),
    patient_name: patientName,
    type: z.enum(["lab", "imaging", "procedure"]),
    item_ids: z.array(z.string()),
    provider: z.string().nullable().describe("The provider's EMR id"),
    priority: z.enum(["routine", "urgent", "stat"]),
    notes: z.string().nullable(),
    ...written,
  })
  .meta({ id: "Order" });

export type WrittenOrder = z.infer<typeof writtenOrder>;

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
