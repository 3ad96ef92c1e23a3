import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, tenant } from "#lib/db/tables/columns";

/** The reading of the log of events of an account's EMR. */
export const emrEventReading = pgTable(
  "emr_event_reading",
  {
    ...tenant(),
    /** Moment of the EMR's latest event that was taken. */
    since: moment("since").notNull(),
    /** When the events that arrived are taken, and the log is read if that is due. */
    nextAt: moment("next_at").notNull(),
    /** Until then the log is not read for changes alone, since events arrive; null: it is read at `next_at`. */
    logAt: moment("log_at"),
  },
  (table) => [
    primaryKey({ name: "emr_event_reading_pk", columns: [table.organizationId, table.linkedAccountId] }),
    index().on(table.organizationId, table.nextAt),
  ],
);

/** An event that arrived at a webhook and has had no effect yet. */
export const emrEventArrived = pgTable(
  "emr_event_arrived",
  {
    ...tenant(),
    eventId: text("event_id").notNull(),
    /** The event as JSON; text, because it may hold characters that PostgreSQL takes in no JSON. */
    event: text("event").notNull(),
    arrivedAt: moment("arrived_at").notNull(),
  },
  (table) => [
    primaryKey({
      name: "emr_event_arrived_pk",
      columns: [table.organizationId, table.linkedAccountId, table.eventId],
    }),
    index().on(table.linkedAccountId, table.arrivedAt),
  ],
);

/** An event of an account's EMR that had its effect, so that a repetition has none. */
export const emrEventTaken = pgTable(
  "emr_event_taken",
  {
    ...tenant(),
    eventId: text("event_id").notNull(),
    takenAt: moment("taken_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "emr_event_taken_pk", columns: [table.organizationId, table.linkedAccountId, table.eventId] }),
    index().on(table.linkedAccountId, table.takenAt),
  ],
);
