import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment } from "./columns.ts";

/** Clients of the authorization server, which belong to no organization: any person may grant one access. */
export const oauthClient = pgTable(
  "oauth_client",
  {
    /** Made by registration (RFC 7591), or the address of the client's metadata document. */
    clientId: text("client_id").primaryKey(),
    /** As the client calls itself: nobody has verified it. */
    name: text("name").notNull(),
    redirectUris: text("redirect_uris").array().notNull(),
    /** When the metadata document was fetched; null: the client has registered. */
    fetchedAt: moment("fetched_at"),
    /** When it last got tokens; null: never. */
    usedAt: moment("used_at"),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.createdAt)],
);

/** Codes, access tokens and refresh tokens of grants, which are rows of `mcp_token` with a `client_id`. */
export const oauthCredential = pgTable(
  "oauth_credential",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id").notNull(),
    /** The grant. */
    grantId: uuid("grant_id").notNull(),
    kind: text("kind", { enum: ["code", "access", "refresh"] }).notNull(),
    hash: text("hash").notNull(),
    /** The protected resource, which is the audience of the tokens (RFC 8707). */
    resource: text("resource").notNull(),
    /** Of a code: the redirect URI of its request. */
    redirectUri: text("redirect_uri"),
    /** Of a code: the challenge of PKCE (RFC 7636), S256. */
    codeChallenge: text("code_challenge"),
    /** The code or refresh token for which it was issued. */
    parentId: uuid("parent_id"),
    expiresAt: moment("expires_at").notNull(),
    /** When it was exchanged for tokens. */
    usedAt: moment("used_at"),
    /** When it was withdrawn before its end. */
    endedAt: moment("ended_at"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "oauth_credential_pk", columns: [table.organizationId, table.id] }),
    index().on(table.organizationId, table.grantId),
    index().on(table.organizationId, table.expiresAt),
  ],
);
