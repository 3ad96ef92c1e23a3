import { boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { tenant, written } from "#lib/db/tables/columns";

/** Not named `order`, which is a reserved word of SQL. */
export const patientOrder = pgTable(
  "patient_order",
  {
    ...written(),
    patientMrn: text("patient_mrn").notNull(),
    type: text("type", { enum: ["lab", "imaging", "procedure"] }).notNull(),
    itemIds: text("item_ids").array().notNull(),
    /** The provider's EMR id. */
    provider: text("provider"),
    priority: text("priority", { enum: ["routine", "urgent", "stat"] }).notNull(),
    notes: text("notes"),
    emrOrderId: text("emr_order_id"),
  },
  (table) => [
    primaryKey({ name: "patient_order_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.patientMrn),
    index().on(table.jobId),
  ],
);

/** Items found by catalog searches; an order's `item_ids` are checked against them (decisions §4). */
export const orderCatalogItem = pgTable(
  "order_catalog_item",
  {
    ...tenant(),
    type: text("type", { enum: ["lab", "imaging", "procedure"] }).notNull(),
    itemId: text("item_id").notNull(),
    name: text("name").notNull(),
    billable: boolean("billable").notNull(),
  },
  (table) => [
    primaryKey({
      name: "order_catalog_item_pk",
      columns: [table.organizationId, table.linkedAccountId, table.type, table.itemId],
    }),
  ],
);
