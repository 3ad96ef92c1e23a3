import { sql } from "drizzle-orm";
import { jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment, tenant } from "#lib/db/tables/columns";
import type { SavedViewFilters } from "./model.ts";

/** Activity filters of one account that a user has saved under a name (decisions §5). */
export const savedView = pgTable(
  "saved_view",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    /** The owner, the only user who can see the view. */
    userId: uuid("user_id").notNull(),
    name: text("name").notNull(),
    filters: jsonb("filters").$type<SavedViewFilters>().notNull(),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "saved_view_pk", columns: [table.organizationId, table.id] }),
    uniqueIndex("saved_view_name").on(
      table.organizationId,
      table.linkedAccountId,
      table.userId,
      sql`lower(${table.name})`,
    ),
  ],
);
