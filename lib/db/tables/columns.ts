import { bigint, timestamp } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";

/** A moment, with the zone it is stored in left behind. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** When the row was made. */
export const createdAt = () => moment("created_at").notNull().defaultNow();

/** What every row below a linked account carries; the policies of row-level security compare both. */
export const tenant = () => ({
  organizationId: uuid("organization_id").notNull(),
  linkedAccountId: uuid("linked_account_id").notNull(),
});

/** When, in the order of readings of the EMR and of changes to it, what the row holds was so (lib/db/as-of.ts). */
export const asOf = () => bigint("as_of", { mode: "number" }).notNull().default(0);
