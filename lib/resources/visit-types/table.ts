import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { setAside, tenant } from "#lib/db/tables/columns";

export const visitType = pgTable(
  "visit_type",
  {
    ...tenant(),
    setAside: setAside(),
    /** The EMR's id. */
    id: text("id").notNull(),
    name: text("name").notNull(),
    /** Minutes. */
    duration: integer("duration").notNull(),
  },
  (table) => [primaryKey({ name: "visit_type_pk", columns: [table.organizationId, table.linkedAccountId, table.id] })],
);
