import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { scimToken } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { present, presentMs } from "#lib/kernel/clock";
import { unauthorized } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { hashToken } from "#lib/security/credentials/token-hash";
import { bearerToken, type RefusedReason, TokenRefused } from "#lib/security/credentials/token-refused";

export type ScimCaller = typeof scimToken.$inferSelect;

const MESSAGES: Record<Exclude<RefusedReason, "expired">, string> = {
  revoked: "The SCIM token was revoked",
  unknown: "Missing or invalid SCIM token: send it as Authorization: Bearer",
};

const refused = (reason: keyof typeof MESSAGES) => new TokenRefused(reason, MESSAGES[reason]);

/** Accuracy of `last_used_at`: not every request writes the row. */
const USE_MS = 60_000;

async function noteUse({ organizationId, id, lastUsedAt }: ScimCaller): Promise<void> {
  const stale = new Date(presentMs() - USE_MS);
  if (lastUsedAt && lastUsedAt > stale) return;
  await withTenant(
    { organizationId, linkedAccountId: null },
    (tx) =>
      tx
        .update(scimToken)
        .set({ lastUsedAt: present() })
        .where(and(eq(scimToken.id, id), or(isNull(scimToken.lastUsedAt), lt(scimToken.lastUsedAt, stale)))),
    { durable: false },
  );
}

/**
 * Authenticates a directory by its token, which names its organization. Reads the token each time, so that a revoked one
 * is refused at once. Throws 401 with the reason in `WWW-Authenticate`.
 */
export async function scimCaller({ headers }: HttpRequest): Promise<ScimCaller> {
  const token = bearerToken(headers);
  // A challenge has no error code if the request had no token (RFC 6750 §3.1).
  if (token === null) throw unauthorized(MESSAGES.unknown);
  const tokenHash = hashToken(token);
  const [found] = await withoutTenant<{ organization_id: string; record_id: string }>(
    sql`SELECT ${hexIds("organization_id", "record_id")} FROM find_in_directory('scim_token', ${tokenHash})`,
  );
  if (!found) throw refused("unknown");
  const [caller] = await readTenant({ organizationId: found.organization_id, linkedAccountId: null }, (tx) =>
    tx
      .select()
      .from(scimToken)
      .where(and(eq(scimToken.id, found.record_id), eq(scimToken.tokenHash, tokenHash))),
  );
  if (!caller) throw refused("unknown");
  if (caller.revokedAt) throw refused("revoked");
  await noteUse(caller);
  return caller;
}
