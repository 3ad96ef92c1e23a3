import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { bytea, createdAt, day, tenant } from "#lib/db/tables/columns";

/** Encrypted downtime packets. They are kept for a week. */
export const downtimePacket = pgTable(
  "downtime_packet",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    day: day("day").notNull(),
    made: text("made", { enum: ["evening", "asked"] }).notNull(),
    size: integer("size").notNull(),
    /** The file: an HTML page that decrypts itself with the clinic's passphrase. */
    file: bytea("file").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "downtime_packet_pk", columns: [table.organizationId, table.id] }),
    // All processes together make one packet of an evening.
    uniqueIndex("downtime_packet_evening_index")
      .on(table.organizationId, table.linkedAccountId, table.day)
      .where(sql`${table.made} = 'evening'`),
    index().on(table.linkedAccountId, table.createdAt, table.id),
  ],
);
