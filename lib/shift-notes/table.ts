import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, tenant } from "#lib/db/tables/columns";

/** Notes to the next shift (additions §7). They are kept for a week. */
export const shiftNote = pgTable(
  "shift_note",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    /** The location in the EMR whose desk the note is for; null for all desks. */
    locationId: text("location_id"),
    text: text("text").notNull(),
    /** The person who wrote it, and their name as of then. */
    authorId: text("author_id").notNull(),
    authorName: text("author_name").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "shift_note_pk", columns: [table.organizationId, table.id] }),
    index("shift_note_newest").on(table.organizationId, table.linkedAccountId, table.createdAt, table.id),
  ],
);
