import { jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, day, tenant } from "#lib/db/tables/columns";
import type { Actor } from "#lib/kernel/principal";
import type { DayFigures } from "./model.ts";

/** Closed days of a location (additions §7). They are never changed: the application's role can add rows alone. */
export const dayClosing = pgTable(
  "day_closing",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    date: day("date").notNull(),
    /** The EMR's id of the location. */
    locationId: text("location_id").notNull(),
    locationName: text("location_name"),
    /** IANA name of the account's time zone at the closing, which decides what the day was. */
    timezone: text("timezone").notNull(),
    closedBy: jsonb("closed_by").$type<Actor>().notNull(),
    /** What had been posted, had failed and waited. Amounts are texts, as JSON's numbers have no cents. */
    figures: jsonb("figures").$type<DayFigures>().notNull(),
    /** Ids of the payments in the totals. Others of the day were posted after the closing. */
    counted: jsonb("counted").$type<string[]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "day_closing_pk", columns: [table.organizationId, table.id] }),
    uniqueIndex("day_closing_day_index").on(table.organizationId, table.linkedAccountId, table.date, table.locationId),
  ],
);
