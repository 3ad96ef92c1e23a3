import { inArray, isNull } from "drizzle-orm";
import { appUser, mcpToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { present } from "#lib/kernel/clock";
import { type McpTokenModel, mcpTokenModel } from "./model.ts";

type Row = typeof mcpToken.$inferSelect;
type Owner = Pick<typeof appUser.$inferSelect, "name" | "deactivatedAt">;

function statusOf({ revokedAt, expiresAt }: Row, owner: Owner | undefined): McpTokenModel["status"] {
  if (revokedAt) return "revoked";
  if (expiresAt <= present()) return "ended";
  return owner && owner.deactivatedAt === null ? "active" : "person_deactivated";
}

/** Maps a stored token to its model. `owner` is its person; undefined if they have left the organization. */
export const toMcpToken = (row: Row, owner: Owner | undefined): McpTokenModel => ({
  id: row.id,
  name: row.name,
  user_id: row.userId,
  user_name: owner?.name ?? "",
  reads: row.reads,
  drafts: row.drafts,
  status: statusOf(row, owner),
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
});

/** Returns the persons of these tokens, by id. */
async function ownersOf(tx: Transaction, tokens: readonly Row[]): Promise<Map<string, Owner>> {
  const ids = [...new Set(tokens.map(({ userId }) => userId))];
  if (ids.length === 0) return new Map();
  const people = await tx
    .select({ id: appUser.id, name: appUser.name, deactivatedAt: appUser.deactivatedAt })
    .from(appUser)
    .where(inArray(appUser.id, ids));
  return new Map(people.map(({ id, ...owner }) => [id, owner]));
}

/** GET /mcp-tokens: tokens of the linked account, oldest first (decisions §2). */
export const listMcpTokens = defineList({
  path: "/mcp-tokens",
  embed: "account",
  summary: "List the linked account's MCP tokens",
  description: "Includes ended and revoked tokens. API clients do not have this permission.",
  permission: "mcp-tokens:read",
  patientData: false,
  key: "mcp_tokens",
  model: mcpTokenModel,
  table: mcpToken,
  order: keyset("asc", mcpToken.id),
  // What people have granted to OAuth clients has lists of its own.
  where: () => isNull(mcpToken.clientId),
  async toModels(rows, { tx }) {
    const owners = await ownersOf(tx, rows);
    return rows.map((row) => toMcpToken(row, owners.get(row.userId)));
  },
});
