import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, tenant } from "#lib/db/tables/columns";

/** The reading of the log of events of an account's EMR. */
export const emrEventReading = pgTable(
  "emr_event_reading",
  {
    ...tenant(),
    /** Moment of the EMR's latest event that was taken. */
    since: moment("since").notNull(),
    /** When the log is read next. */
    nextAt: moment("next_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "emr_event_reading_pk", columns: [table.organizationId, table.linkedAccountId] }),
    index().on(table.organizationId, table.nextAt),
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
