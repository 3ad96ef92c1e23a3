import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { written } from "#lib/db/tables/columns";

export const message = pgTable(
  "message",
  {
    ...written(),
    /** The provider's EMR id. */
    provider: text("provider").notNull(),
    subject: text("subject").notNull(),
    message: text("message").notNull(),
    emrMessageId: text("emr_message_id"),
  },
  (table) => [
    primaryKey({ name: "message_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.createdAt),
    index().on(table.jobId),
  ],
);
