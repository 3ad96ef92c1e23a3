import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment, tenant } from "#lib/db/tables/columns";
import type { SavedViewFilters, ViewList } from "./model.ts";

/**
 * Filters of one list of an account that a user has saved under a name (decisions §5). The commands keep the names of a
 * list apart under a lock: a unique index of more columns cannot replace one that the version before relies on.
 */
export const savedView = pgTable(
  "saved_view",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    /** The owner, the only user who can see the view. */
    userId: uuid("user_id").notNull(),
    list: text("list").$type<ViewList>().notNull().default("jobs"),
    name: text("name").notNull(),
    filters: jsonb("filters").$type<SavedViewFilters>().notNull(),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "saved_view_pk", columns: [table.organizationId, table.id] }),
    index("saved_view_of_list").on(
      table.organizationId,
      table.linkedAccountId,
      table.userId,
      table.list,
      sql`lower(${table.name})`,
    ),
  ],
);
