import { integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment } from "./columns.ts";

/** A mail to one person (lib/mail). Rows are kept for a while, so that one cause sends one mail. */
export const mail = pgTable(
  "mail",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    userId: uuid("user_id").notNull(),
    kind: text("kind").notNull(),
    /** The cause: one mail per person and cause. */
    cause: text("cause").notNull(),
    /** JWE of what the text needs, as JSON; null after the end, because it may contain a link that signs in. */
    content: text("content"),
    status: text("status", { enum: ["queued", "sent", "failed"] })
      .notNull()
      .default("queued"),
    attempts: integer("attempts").notNull().default(0),
    /** When the next attempt is due; null before the first one, which is due at once. */
    nextAttemptAt: moment("next_attempt_at"),
    createdAt: createdAt(),
    endedAt: moment("ended_at"),
  },
  (table) => [
    primaryKey({ name: "mail_pk", columns: [table.organizationId, table.id] }),
    uniqueIndex("mail_cause_index").on(table.organizationId, table.userId, table.cause),
  ],
);
