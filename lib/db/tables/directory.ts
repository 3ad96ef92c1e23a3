import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";

/**
 * Organization of each credential or email address, for lookups before the tenant is known
 * (lib/security/credentials/directory.ts). This is the only table with an organization that every node of a sharded
 * PostgreSQL would hold in full. The tenant's row decides whether the credential is valid.
 */
export const directory = pgTable(
  "directory",
  {
    kind: text("kind", {
      enum: [
        "access_token",
        "callback",
        "client_id",
        "email",
        "embed_token",
        "emr_webhook",
        "identity",
        "invitation",
        "mcp_token",
        "oauth_credential",
        "password_reset",
        "scim_token",
      ],
    }).notNull(),
    /** A digest, or the public id of an API client. */
    key: text("key").notNull(),
    organizationId: uuid("organization_id").notNull(),
    /** Id of the linked account, API client, user, embed session, MCP token, OAuth credential, SCIM token or webhook of an EMR. */
    recordId: uuid("record_id").notNull(),
  },
  (table) => [
    primaryKey({ name: "directory_pk", columns: [table.kind, table.key, table.organizationId] }),
    // An email address may belong to different users in several organizations.
    uniqueIndex("directory_key").on(table.kind, table.key).where(sql`${table.kind} <> 'email'`),
    index().on(table.recordId, table.kind),
  ],
);
