import { sql } from "drizzle-orm";
import { jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { SavedViewFilters } from "#lib/administration/saved-views/model";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment, tenant } from "./columns.ts";

/** What a person keeps under a name of the filters of one account's Activity (decisions §5). */
export const savedView = pgTable(
  "saved_view",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    /** Whose it is: nobody else sees it. */
    userId: uuid("user_id").notNull(),
    name: text("name").notNull(),
    filters: jsonb("filters").$type<SavedViewFilters>().notNull(),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("saved_view_name").on(table.linkedAccountId, table.userId, sql`lower(${table.name})`)],
);
