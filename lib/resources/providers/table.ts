import { boolean, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { moment, setAside, tenant } from "#lib/db/tables/columns";
import type { Actor } from "#lib/kernel/principal";
import type { ProviderHours } from "./model.ts";

export const provider = pgTable(
  "provider",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    setAside: setAside(),
    ehrId: text("ehr_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    npi: text("npi").notNull(),
    specialty: text("specialty").notNull(),
    status: text("status", { enum: ["active", "inactive"] }).notNull(),
    hideInAvailability: boolean("hide_in_availability").notNull().default(false),
    /** The working schedule, which is set only here (interface 4.14). */
    hours: jsonb("hours").$type<ProviderHours[]>().notNull().default([]),
    /** Author and time of the last change of status, hiding or hours; null before the first change. */
    changedBy: jsonb("changed_by").$type<Actor>(),
    changedAt: moment("changed_at"),
  },
  (table) => [
    primaryKey({ name: "provider_pk", columns: [table.organizationId, table.id] }),
    unique("provider_ehr_id_key").on(table.organizationId, table.linkedAccountId, table.ehrId),
  ],
);
