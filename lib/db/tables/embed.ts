import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { EmbedTheme, EmbedView } from "#lib/administration/embedding/model";
import { uuid } from "#lib/db/column-types";
import { createdAt, moment, tenant } from "./columns.ts";
import { apiClient, organization } from "./organizations.ts";

/** A web origin whose pages may frame the organization's embedded views (decisions §9). */
export const embedOrigin = pgTable(
  "embed_origin",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id),
    origin: text("origin").notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("embed_origin_of_organization").on(table.organizationId, table.origin)],
);

/** One token of an embedded view, and what it may (decisions §9). Rows go a day after their end. */
export const embedSession = pgTable(
  "embed_session",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    /** Whose back end made it. */
    apiClientId: uuid("api_client_id")
      .notNull()
      .references(() => apiClient.id),
    tokenHash: text("token_hash").notNull().unique(),
    /** The one origin that it speaks with. */
    origin: text("origin").notNull(),
    view: text("view").$type<EmbedView>().notNull(),
    parameters: jsonb("parameters").$type<Record<string, unknown>>().notNull(),
    permissions: text("permissions").array().notNull(),
    /** The partner's own user. */
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    theme: jsonb("theme").$type<EmbedTheme>().notNull(),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
    createdAt: createdAt(),
  },
  (table) => [index("embed_session_expiry").on(table.organizationId, table.expiresAt)],
);
