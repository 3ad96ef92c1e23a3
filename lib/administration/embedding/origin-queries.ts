import { embedOrigin } from "#lib/db/schema";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { type EmbedOriginModel, embedOriginModel } from "./model.ts";

/** Maps a stored origin to its model. */
export const toEmbedOrigin = (row: typeof embedOrigin.$inferSelect): EmbedOriginModel => ({
  id: row.id,
  origin: row.origin,
  created_at: row.createdAt.toISOString(),
});

/** GET /embed/origins: origins of the organization, oldest first (decisions §5 and §9). */
export const listEmbedOrigins = defineList({
  path: "/embed/origins",
  embed: "account",
  summary: "List the origins whose pages may frame embedded views",
  permission: "embed-origins:read",
  patientData: false,
  key: "embed_origins",
  model: embedOriginModel,
  table: embedOrigin,
  scope: "organizationId",
  order: keyset("asc", embedOrigin.id),
  toModel: toEmbedOrigin,
});
