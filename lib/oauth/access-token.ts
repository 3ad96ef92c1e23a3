import { and, eq, isNull, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { appUser, mcpToken, oauthCredential } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import type { RefusedReason } from "#lib/security/credentials/token-refused";
import { isResource } from "./addresses.ts";
import type { Grant } from "./grants.ts";
import { isOnFor } from "./switch.ts";

/** The grant of an access token, with its person and the token's end. */
export interface Access {
  grant: Grant;
  /** Null without access for the person. */
  name: string | null;
  role: "admin" | "staff" | null;
  expiresAt: Date;
}

/**
 * Finds the grant of an access token by its digest, or returns why it is refused: also while the organization has the switch
 * off, and if the token is for another resource than this deployment (RFC 8707).
 */
export async function findAccess(hash: string): Promise<Access | RefusedReason> {
  const [found] = await withoutTenant<{ organization_id: string; record_id: string }>(
    sql`SELECT ${hexIds("organization_id", "record_id")} FROM find_in_directory('oauth_credential', ${hash})`,
  );
  if (!found) return "unknown";
  const organizationId = found.organization_id;
  return readTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const [row] = await tx
      .select({ credential: oauthCredential, grant: mcpToken, name: appUser.name, role: appUser.role })
      .from(oauthCredential)
      .innerJoin(mcpToken, eq(mcpToken.id, oauthCredential.grantId))
      .leftJoin(appUser, and(eq(appUser.id, mcpToken.userId), isNull(appUser.deactivatedAt)))
      .where(and(eq(oauthCredential.id, found.record_id), eq(oauthCredential.hash, hash)));
    if (row?.credential.kind !== "access" || !isResource(row.credential.resource)) return "unknown";
    if (row.credential.endedAt || !(await isOnFor(tx, organizationId))) return "revoked";
    const { grant, name, role, credential } = row;
    return { grant, name, role, expiresAt: credential.expiresAt };
  });
}
