import { scimToken } from "#lib/db/schema";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { type ScimTokenModel, scimTokenModel } from "./model.ts";

/** Maps a stored token to its model. */
export const toScimToken = (row: typeof scimToken.$inferSelect): ScimTokenModel => ({
  id: row.id,
  name: row.name,
  admin_role: row.adminRole,
  status: row.revokedAt ? "revoked" : "active",
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
});

/** GET /scim-tokens: tokens of the organization, oldest first (decisions §2). */
export const listScimTokens = defineList({
  path: "/scim-tokens",
  embed: "account",
  summary: "List the organization's SCIM tokens",
  description: "Includes revoked tokens. API clients do not have this permission.",
  permission: "scim-tokens:read",
  patientData: false,
  key: "scim_tokens",
  model: scimTokenModel,
  table: scimToken,
  scope: "organizationId",
  order: keyset("asc", scimToken.id),
  toModels: async (rows) => rows.map(toScimToken),
});
