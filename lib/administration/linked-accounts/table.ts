import { boolean, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment } from "#lib/db/tables/columns";
import type { Profile } from "#lib/emr/port/profile";

/** Probes whose findings a link may take over within minutes. They hold no secret, and nothing of a patient. */
export const connectionProbe = pgTable(
  "connection_probe",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    /** The person who probed, or the link token whose view did: it alone may name it. */
    userId: uuid("user_id").notNull(),
    /** Keyed digest of the connection that was probed, with its secrets. */
    digest: text("digest").notNull(),
    /** Whether it tried writes as well. */
    wrote: boolean("wrote").notNull(),
    profile: jsonb("profile").$type<Profile>().notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** The account that was linked by it; null until one is. */
    usedBy: uuid("used_by"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: "connection_probe_pk", columns: [table.organizationId, table.id] })],
);
