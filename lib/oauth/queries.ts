import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { appUser, linkedAccount, mcpToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { present } from "#lib/kernel/clock";
import { withEntityTag } from "#lib/kernel/entity-tag";
import type { Grant } from "./grants.ts";
import { type OAuthGrantModel, oauthGrantModel, oauthRules } from "./model.ts";
import { isOnFor } from "./switch.ts";

/** Names that a grant's row only refers to. */
interface Names {
  accounts: Map<string, string>;
  people: Map<string, { name: string; isActive: boolean }>;
}

async function namesOf(tx: Transaction, grants: readonly Grant[]): Promise<Names> {
  const accountIds = [...new Set(grants.map(({ linkedAccountId }) => linkedAccountId))];
  const userIds = [...new Set(grants.map(({ userId }) => userId))];
  if (grants.length === 0) return { accounts: new Map(), people: new Map() };
  const accounts = await tx
    .select({ id: linkedAccount.id, name: linkedAccount.name })
    .from(linkedAccount)
    .where(inArray(linkedAccount.id, accountIds));
  const people = await tx
    .select({ id: appUser.id, name: appUser.name, deactivatedAt: appUser.deactivatedAt })
    .from(appUser)
    .where(inArray(appUser.id, userIds));
  return {
    accounts: new Map(accounts.map(({ id, name }) => [id, name])),
    people: new Map(people.map(({ id, name, deactivatedAt }) => [id, { name, isActive: deactivatedAt === null }])),
  };
}

function statusOf({ revokedAt, expiresAt }: Grant, isActive: boolean): OAuthGrantModel["status"] {
  if (revokedAt) return "revoked";
  if (expiresAt <= present()) return "ended";
  return isActive ? "active" : "person_deactivated";
}

/** Maps stored grants to their models. */
export async function toGrants(tx: Transaction, grants: readonly Grant[]): Promise<OAuthGrantModel[]> {
  const { accounts, people } = await namesOf(tx, grants);
  return grants.map((grant) => ({
    id: grant.id,
    client_id: grant.clientId ?? "",
    client_name: grant.name,
    client_host: grant.clientHost ?? "",
    linked_account_id: grant.linkedAccountId,
    linked_account_name: accounts.get(grant.linkedAccountId) ?? "",
    user_id: grant.userId,
    user_name: people.get(grant.userId)?.name ?? "",
    reads: grant.reads,
    drafts: grant.drafts,
    status: statusOf(grant, people.get(grant.userId)?.isActive ?? false),
    created_at: grant.createdAt.toISOString(),
    expires_at: grant.expiresAt.toISOString(),
    last_used_at: grant.lastUsedAt?.toISOString() ?? null,
    revoked_at: grant.revokedAt?.toISOString() ?? null,
  }));
}

const listed = {
  embed: "account",
  patientData: false,
  key: "oauth_grants",
  model: oauthGrantModel,
  table: mcpToken,
  scope: "organizationId",
  order: keyset("desc", mcpToken.id),
} as const;

/** GET /oauth-grants: what the organization's people have granted to OAuth clients, newest first. */
export const listOAuthGrants = defineList({
  ...listed,
  path: "/oauth-grants",
  summary: "List what people have granted to assistants",
  description: "Of all linked accounts; includes ended and revoked grants. API clients do not have this permission.",
  permission: "oauth-grants:read",
  where: () => isNotNull(mcpToken.clientId),
  toModels: (rows, { tx }) => toGrants(tx, rows),
});

/** GET /me/oauth-grants: what the signed-in person has granted to OAuth clients, newest first. */
export const listOwnOAuthGrants = defineList({
  ...listed,
  path: "/me/oauth-grants",
  summary: "List what the signed-in person has granted to assistants",
  description: "Of all linked accounts; includes ended and revoked grants. API clients do not have this permission.",
  permission: "own-account:read",
  where: ({ actor }) => and(isNotNull(mcpToken.clientId), eq(mcpToken.userId, actor.id)),
  toModels: (rows, { tx }) => toGrants(tx, rows),
});

/** Returns an organization's rules with their tag. */
export const toOAuthRules = (enabled: boolean) => withEntityTag({ enabled });

/** GET /organizations/oauth: whether the organization's people may grant access by OAuth. */
export const getOAuthRules = defineQuery({
  path: "/organizations/oauth",
  embed: "account",
  summary: "Whether people may grant assistants access by OAuth",
  permission: "oauth-rules:read",
  patientData: false,
  query: noQuery,
  body: z.object({ oauth_rules: oauthRules }),
  etagOf: ({ oauth_rules }) => oauth_rules.etag,
  read: async ({ tx, organizationId }) => ({ oauth_rules: toOAuthRules(await isOnFor(tx, organizationId)) }),
});
