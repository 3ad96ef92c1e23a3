import { apiClient } from "#lib/db/schema";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { type ApiClientModel, apiClientModel } from "./model.ts";

/** Maps a stored API client to its model, without its secrets. */
export const toApiClient = (row: typeof apiClient.$inferSelect): ApiClientModel => ({
  id: row.id,
  name: row.name,
  client_id: row.clientId,
  status: row.revokedAt ? "revoked" : "active",
  unknown_fields: row.unknownFields,
  may_link: row.mayLink,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
});

/** GET /api-clients: API clients of the organization, oldest first (decisions §5). */
export const listApiClients = defineList({
  path: "/api-clients",
  embed: "account",
  summary: "List the organization's API clients",
  description: "Includes revoked clients. API clients may list them as well.",
  permission: "api-clients:read",
  patientData: false,
  key: "api_clients",
  model: apiClientModel,
  table: apiClient,
  scope: "organizationId",
  order: keyset("asc", apiClient.id),
  toModel: toApiClient,
});
