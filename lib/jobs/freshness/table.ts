import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, tenant } from "#lib/db/tables/columns";

/** The readings of an account between its syncs (additions §4). */
export const accountFreshness = pgTable(
  "account_freshness",
  {
    ...tenant(),
    /** Beginning of the last reading of today's visits, and when they were last read well. */
    todayBeganAt: moment("today_began_at"),
    todayReadAt: moment("today_read_at"),
    /** Beginning of the last reading of all that changed, and when it was last read well. */
    changesBeganAt: moment("changes_began_at"),
    changesReadAt: moment("changes_read_at"),
    /** Seconds between two readings as the EMR's budget allows them; null before the first. */
    todaySeconds: integer("today_seconds"),
    changesSeconds: integer("changes_seconds"),
    /** Why it is read more rarely than it is set to be; null if it is not. */
    todayReason: text("today_reason"),
    changesReason: text("changes_reason"),
    /** Readings in a row that failed. */
    failures: integer("failures").notNull().default(0),
    /** No reading begins before this time; null if one may. */
    pausedUntil: moment("paused_until"),
  },
  (table) => [primaryKey({ name: "account_freshness_pk", columns: [table.organizationId, table.linkedAccountId] })],
);
