import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { tenant } from "#lib/db/tables/columns";

export const visitStatus = pgTable(
  "visit_status",
  {
    ...tenant(),
    code: text("code").notNull(),
    description: text("description").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ name: "visit_status_pk", columns: [table.organizationId, table.linkedAccountId, table.code] }),
  ],
);
