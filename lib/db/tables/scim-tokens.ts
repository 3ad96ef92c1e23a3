import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment } from "./columns.ts";

/** Tokens for `/scim/v2`, with which an organization's own directory creates and deactivates its users (decisions §2). */
export const scimToken = pgTable(
  "scim_token",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    /** Name of the directory that uses it. */
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The value of a user's `roles` that makes an admin; null: the directory decides on no role. */
    adminRole: text("admin_role"),
    revokedAt: moment("revoked_at"),
    /** Rounded to the minute. */
    lastUsedAt: moment("last_used_at"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ name: "scim_token_pk", columns: [table.organizationId, table.id] })],
);
