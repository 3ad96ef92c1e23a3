import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";

/**
 * Which organization a credential or an address belongs to, for lookups before the tenant is known (lib/security/credentials/directory.ts). It
 * is the one table with an organization that a sharded PostgreSQL keeps whole: the tenant's own row decides whether the
 * credential holds.
 */
export const directory = pgTable(
  "directory",
  {
    kind: text("kind", {
      enum: ["access_token", "client_id", "email", "embed_token", "identity", "invitation"],
    }).notNull(),
    /** A digest, or the public name of an API client. */
    key: text("key").notNull(),
    organizationId: uuid("organization_id").notNull(),
    /** The linked account, API client, person or embed session. */
    recordId: uuid("record_id").notNull(),
  },
  (table) => [
    primaryKey({ name: "directory_pk", columns: [table.kind, table.key, table.organizationId] }),
    // An email address may be known to several organizations, as another person in each.
    uniqueIndex("directory_key").on(table.kind, table.key).where(sql`${table.kind} <> 'email'`),
    index().on(table.recordId, table.kind),
  ],
);
