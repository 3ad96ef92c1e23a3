import { sql } from "drizzle-orm";
import { jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment, tenant } from "#lib/db/tables/columns";
import type { SavedViewFilters } from "./model.ts";

/** What a person keeps under a name of the filters of one account's Activity (decisions §5). */
export const savedView = pgTable(
  "saved_view",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    /** Whose it is: nobody else sees it. */
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
