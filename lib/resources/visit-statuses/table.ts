import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { tenant } from "#lib/db/tables/columns";
import { VISIT_MEANINGS } from "#lib/emr/port/visit-meaning";

export const visitStatus = pgTable(
  "visit_status",
  {
    ...tenant(),
    code: text("code").notNull(),
    description: text("description").notNull(),
    position: integer("position").notNull(),
    /** The meaning that the EMR itself states; null if it states none. */
    meaning: text("meaning", { enum: VISIT_MEANINGS }),
  },
  (table) => [
    primaryKey({ name: "visit_status_pk", columns: [table.organizationId, table.linkedAccountId, table.code] }),
  ],
);
