import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment, tenant } from "./columns.ts";

/** Tokens for `/mcp` (decisions §2), static or granted to an OAuth client: each acts for one person, on one linked account, until its end. */
export const mcpToken = pgTable(
  "mcp_token",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    /** The person for whom it reads and drafts; their permissions limit those of the token. */
    userId: uuid("user_id").notNull(),
    /** Name of the assistant that uses it. */
    name: text("name").notNull(),
    /** Of a grant to an OAuth client, whose tokens are rows of `oauth_credential`: of a secret that nobody has. */
    tokenHash: text("token_hash").notNull(),
    /** Permissions of the queries that it may use. */
    reads: text("reads").array().notNull(),
    /** Ids of the operations that it may draft. */
    drafts: text("drafts").array().notNull(),
    /** The OAuth client to which the person granted it; null: an admin has made a static token. */
    clientId: text("client_id"),
    /** Host of the client's redirect URI; null for a static token. */
    clientHost: text("client_host"),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
    /** Rounded to the minute. */
    lastUsedAt: moment("last_used_at"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "mcp_token_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.id),
  ],
);
