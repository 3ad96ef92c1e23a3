import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { moment } from "#lib/db/tables/columns";

/** Calls that an account may make to its EMR, shared by all processes. */
export const emrBudget = pgTable(
  "emr_budget",
  {
    organizationId: uuid("organization_id").notNull(),
    linkedAccountId: uuid("linked_account_id").notNull(),
    /** The window in which `calls` are counted. */
    minute: moment("minute").notNull(),
    calls: integer("calls").notNull().default(0),
    /** Calls per minute that the EMR was found to allow; null while no limit was met. */
    learnedPerMinute: integer("learned_per_minute"),
    /** What the limit was learned from, such as a header's name. */
    learnedFrom: text("learned_from"),
    learnedAt: moment("learned_at"),
    /** No call is made before this time, because the EMR asked for a pause. */
    pausedUntil: moment("paused_until"),
  },
  (table) => [primaryKey({ name: "emr_budget_pk", columns: [table.organizationId, table.linkedAccountId] })],
);
