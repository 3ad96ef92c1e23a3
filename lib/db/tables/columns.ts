import { bigint, customType, date, text, timestamp } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";

/** A point in time; PostgreSQL stores it in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** Creation time of the row. */
export const createdAt = () => moment("created_at").notNull().defaultNow();

/** Columns of every row of a linked account; row-level security compares both. */
export const tenant = () => ({
  organizationId: uuid("organization_id").notNull(),
  linkedAccountId: uuid("linked_account_id").notNull(),
});

/** Order number of the row's content among EMR reads and changes (lib/db/as-of.ts). */
export const asOf = () => bigint("as_of", { mode: "number" }).notNull().default(0);

/** Why the EMR's present state of a record that is shown from before cannot be read; null otherwise. */
export const setAside = () => text("set_aside");

/** A calendar date, YYYY-MM-DD. */
export const day = (name: string) => date(name, { mode: "string" });

/** Content of a file. */
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** Columns of a record that a job writes to the EMR. Each table adds the fields of its request and the EMR's id. */
export const written = () => ({
  id: uuid("id").notNull(),
  ...tenant(),
  jobId: bigint("job_id", { mode: "number" }).notNull(),
  createdAt: createdAt(),
});
