import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { INTEGRATOR_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { hexIds } from "#lib/db/hex-id";
import { apiClient, linkedAccount, linkToken } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import type { Principal } from "#lib/kernel/principal";
import { isItsToken } from "./account-token.ts";

/** What concerns a whole organization: that of a clinic is its admin's, not the platform's. */
const OF_ORGANIZATION = /^(api-clients|embed-origins|link-tokens|linked-accounts|organization-keys):/;

const PLATFORM_PERMISSIONS: ReadonlySet<string> = new Set(
  [...INTEGRATOR_PERMISSIONS].filter((permission) => !OF_ORGANIZATION.test(permission)),
);

interface Asked {
  clientId: string;
  secretHash: string;
  tokenHash: string;
}

const inDirectory = async (kind: "client_id" | "access_token", key: string) => {
  const [found] = await withoutTenant<{ organization_id: string; record_id: string }>(
    sql`SELECT ${hexIds("organization_id", "record_id")} FROM find_in_directory(${kind}, ${key})`,
  );
  return found && { organizationId: found.organization_id, id: found.record_id };
};

/**
 * Returns the principal of a platform client with the access token of an account that it has linked in an organization of
 * the customer's own (additions §5); null for any other pair. It acts there as the row that stands for it, which the
 * organization's admin may revoke, and reaches that account alone.
 */
export async function loadPlatformClient({ clientId, secretHash, tokenHash }: Asked): Promise<Principal | null> {
  const client = await inDirectory("client_id", clientId);
  const account = await inDirectory("access_token", tokenHash);
  if (!client || !account || client.organizationId === account.organizationId) return null;
  const [linked] = await readTenant({ organizationId: client.organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ id: linkToken.id })
      .from(apiClient)
      .innerJoin(linkToken, eq(linkToken.apiClientId, apiClient.id))
      .where(
        and(
          eq(apiClient.id, client.id),
          eq(apiClient.secretHash, secretHash),
          eq(apiClient.platform, true),
          isNull(apiClient.revokedAt),
          eq(linkToken.linkedAccountId, account.id),
          eq(linkToken.targetOrganizationId, account.organizationId),
          isNotNull(linkToken.linkedAt),
        ),
      )
      .limit(1),
  );
  if (!linked) return null;
  const { organizationId } = account;
  const [own] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ id: apiClient.id, name: apiClient.name })
      .from(apiClient)
      .innerJoin(linkedAccount, eq(linkedAccount.organizationId, apiClient.organizationId))
      .where(
        and(
          eq(apiClient.platformClientId, client.id),
          isNull(apiClient.revokedAt),
          eq(linkedAccount.id, account.id),
          isItsToken(tokenHash),
        ),
      ),
  );
  if (!own) return null;
  return {
    organizationId,
    linkedAccountId: account.id,
    actor: { kind: "api_client", id: own.id, name: own.name },
    permissions: PLATFORM_PERMISSIONS,
    grounds: [
      `api-client:${own.id}`,
      `api-client:${client.id}`,
      `client-secret:${client.id}`,
      `access-token:${account.id}`,
    ],
    standing: { api_client: own.id, linked_account: account.id, access_token_hash: tokenHash },
  };
}
