import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import type { SessionView } from "#lib/kernel/embed-view";
import { createdAt, moment, tenant } from "./columns.ts";
import { apiClient, organization } from "./organizations.ts";

/** A web origin whose pages may frame the organization's embedded views (decisions §9). */
export const embedOrigin = pgTable(
  "embed_origin",
  {
    id: uuid("id").notNull(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id),
    origin: text("origin").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "embed_origin_pk", columns: [table.organizationId, table.id] }),
    uniqueIndex("embed_origin_of_organization").on(table.organizationId, table.origin),
  ],
);

/** A token of an embedded view, with its permissions (decisions §9). Rows are deleted a day after they expire. */
export const embedSession = pgTable(
  "embed_session",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    /** API client whose back end created the session. */
    apiClientId: uuid("api_client_id").notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The only origin that may exchange messages with the view. */
    origin: text("origin").notNull(),
    view: text("view").$type<SessionView>().notNull(),
    parameters: jsonb("parameters").$type<Record<string, unknown>>().notNull(),
    permissions: text("permissions").array().notNull(),
    /** Id of the user in the partner's system. */
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    theme: jsonb("theme").$type<Record<string, unknown>>().notNull(),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "embed_session_pk", columns: [table.organizationId, table.id] }),
    foreignKey({
      name: "embed_session_api_client_fk",
      columns: [table.organizationId, table.apiClientId],
      foreignColumns: [apiClient.organizationId, apiClient.id],
    }),
    index("embed_session_expiry").on(table.organizationId, table.expiresAt),
  ],
);
