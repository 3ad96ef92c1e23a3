import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { tenant } from "./columns.ts";

/**
 * Versions of an account's synchronized records, by table: a transaction that changes rows of a table replaces the
 * version in one of the table's slots. Two transactions at a time take two slots, so that neither waits for the other.
 */
export const recordVersion = pgTable(
  "record_version",
  {
    ...tenant(),
    /** Name of the table whose rows changed. */
    record: text("record").notNull(),
    slot: uuid("slot").notNull(),
    /** A new id with each change, so that no version ever comes back, whatever backup is restored. */
    version: uuid("version").notNull(),
  },
  (table) => [
    primaryKey({
      name: "record_version_pk",
      columns: [table.organizationId, table.linkedAccountId, table.record, table.slot],
    }),
  ],
);
