import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, tenant } from "#lib/db/tables/columns";

/** Calls that an account may make to its EMR, shared by all processes. */
export const emrBudget = pgTable(
  "emr_budget",
  {
    ...tenant(),
    /** Origin of the EMR that the state belongs to; null if its connection has no address. Another EMR has its own. */
    origin: text("origin"),
    /** Start of the window in which `calls` are counted. */
    windowStart: moment("window_start").notNull(),
    /** Calls that processes have taken in this window. */
    calls: integer("calls").notNull().default(0),
    /** Calls per window that the EMR was found to allow; null while no limit was met. */
    limitCalls: integer("limit_calls"),
    windowMs: integer("window_ms").notNull().default(60_000),
    /** The source of the limit, such as a header's name; `counted` if it is only the number of calls made. */
    learnedFrom: text("learned_from"),
    /** When the EMR last refused a call over the limit, or stated the limit anew. */
    confirmedAt: moment("confirmed_at"),
    /** When the limit was last raised by trial, and its value before; null since the EMR refused a call. */
    raisedAt: moment("raised_at"),
    raisedFrom: integer("raised_from"),
    /** No call is made before this time, because the EMR asked for a pause. */
    pausedUntil: moment("paused_until"),
    /** Until then reads and syncs wait for operations that write, and found no call left. */
    writesWantedUntil: moment("writes_wanted_until"),
    /** Until then syncs wait for operations that read. */
    readsWantedUntil: moment("reads_wanted_until"),
    /** Calls under way, by a random id, with the time (epoch milliseconds) after which their process must have died. */
    underWay: jsonb("under_way").$type<Record<string, number>>().notNull().default({}),
  },
  (table) => [primaryKey({ name: "emr_budget_pk", columns: [table.organizationId, table.linkedAccountId] })],
);
