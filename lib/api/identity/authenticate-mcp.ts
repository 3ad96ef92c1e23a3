import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { mcpPermissions } from "#lib/catalog/granted-permissions";
import { hexIds } from "#lib/db/hex-id";
import { appUser, mcpToken } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { present, presentMs } from "#lib/kernel/clock";
import { unauthorized } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import type { Ground, Principal } from "#lib/kernel/principal";
import { findAccess } from "#lib/oauth/access-token";
import { isOfKind } from "#lib/oauth/credentials";
import { switchGround } from "#lib/oauth/switch";
import { callerCache } from "#lib/security/credentials/grounds";
import { hashToken } from "#lib/security/credentials/token-hash";
import { bearerToken, type RefusedReason, TokenRefused } from "#lib/security/credentials/token-refused";

interface Known extends Pick<Principal, "grounds"> {
  principal: Principal;
  /** Epoch milliseconds. */
  expiresAt: number;
}

const cache = () => callerCache<Known>("mcp-cache");

const MESSAGES: Record<RefusedReason, string> = {
  expired: "The token has ended: refresh it, ask its person again, or let an admin make another one",
  revoked: "The token was revoked, or its person has no access any more",
  unknown: "Missing or invalid MCP token: send it as Authorization: Bearer",
};

const refused = (reason: RefusedReason) => new TokenRefused(reason, MESSAGES[reason]);

/** Accuracy of `last_used_at`: not every request writes the row. */
const USE_MS = 60_000;

/** Updates a token's `last_used_at` unless that was done within `USE_MS`. */
async function noteUse({ organizationId, id, lastUsedAt }: typeof mcpToken.$inferSelect): Promise<void> {
  const stale = new Date(presentMs() - USE_MS);
  if (lastUsedAt && lastUsedAt > stale) return;
  await withTenant(
    { organizationId, linkedAccountId: null },
    (tx) =>
      tx
        .update(mcpToken)
        .set({ lastUsedAt: present() })
        .where(and(eq(mcpToken.id, id), or(isNull(mcpToken.lastUsedAt), lt(mcpToken.lastUsedAt, stale)))),
    { durable: false },
  );
}

/** What a token is good for. */
interface Found {
  token: typeof mcpToken.$inferSelect;
  /** Of its person; null without access for them. */
  name: string | null;
  role: "admin" | "staff" | null;
  expiresAt: Date;
  /** What it rests on besides its row and its person. */
  grounds: readonly Ground[];
}

/** Finds a static token, which an admin has made. */
async function findStatic(hash: string): Promise<Found> {
  const [found] = await withoutTenant<{ organization_id: string; record_id: string }>(
    sql`SELECT ${hexIds("organization_id", "record_id")} FROM find_in_directory('mcp_token', ${hash})`,
  );
  if (!found) throw refused("unknown");
  // The person is read with the token: without access for them there is none for it.
  const [row] = await readTenant({ organizationId: found.organization_id, linkedAccountId: null }, (tx) =>
    tx
      .select({ token: mcpToken, name: appUser.name, role: appUser.role })
      .from(mcpToken)
      .leftJoin(appUser, and(eq(appUser.id, mcpToken.userId), isNull(appUser.deactivatedAt)))
      .where(and(eq(mcpToken.id, found.record_id), eq(mcpToken.tokenHash, hash))),
  );
  if (!row) throw refused("unknown");
  return { ...row, expiresAt: row.token.expiresAt, grounds: [] };
}

/** Finds the access token of a grant to an OAuth client. */
async function findGranted(hash: string): Promise<Found> {
  const found = await findAccess(hash);
  if (typeof found === "string") throw refused(found);
  return { ...found, token: found.grant, grounds: [switchGround(found.grant.organizationId)] };
}

async function load(given: string, hash: string): Promise<Known> {
  const {
    token,
    name,
    role,
    expiresAt,
    grounds: further,
  } = await (isOfKind("access", given) ? findGranted(hash) : findStatic(hash));
  if (token.revokedAt || name === null || role === null) throw refused("revoked");
  const grounds = [`mcp-token:${token.id}`, `person:${token.userId}`, ...further] as const;
  const principal: Principal = {
    organizationId: token.organizationId,
    linkedAccountId: token.linkedAccountId,
    actor: { kind: "mcp_token", id: token.id, name: `${name} (${token.name})` },
    permissions: mcpPermissions(token, role),
    grounds,
    standing: { mcp_token: token.id, person: token.userId, role },
  };
  if (expiresAt > present()) await noteUse(token);
  return { principal, grounds, expiresAt: expiresAt.getTime() };
}

/**
 * Authenticates a caller of `/mcp` by its token alone (decisions §2). Throws 401 with the reason in `WWW-Authenticate`.
 * Caches the result for 2 s, but never beyond the token's expiry. The prefix tells a static token from an OAuth access token.
 */
export async function authenticateMcp({ headers }: HttpRequest): Promise<Principal> {
  const token = bearerToken(headers);
  // A challenge has no error code if the request had no token (RFC 6750 §3.1).
  if (token === null) throw unauthorized(MESSAGES.unknown);
  const hash = hashToken(token);
  const known = await cache().lookUp(hash, () => load(token, hash));
  if (known.expiresAt <= presentMs()) throw refused("expired");
  return known.principal;
}
