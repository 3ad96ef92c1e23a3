import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { INTEGRATOR_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { apiClient } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import type { Principal } from "#lib/kernel/principal";
import { callerCache } from "#lib/security/credentials/grounds";
import { hashToken } from "#lib/security/credentials/token-hash";

const cache = () => callerCache<Principal>("client-cache");

interface Credentials {
  clientId: string;
  clientSecret: string;
  accessToken: string;
}

/** The three headers of interface section 5; null where one of them is missing. */
export function readCredentials(headers: Headers): Credentials | null {
  const clientId = headers.get("client_id");
  const clientSecret = headers.get("client_secret");
  const accessToken = headers.get("access_token");
  return clientId && clientSecret && accessToken ? { clientId, clientSecret, accessToken } : null;
}

/** `last_used_at` is right to within this time: a row is not written for every request. */
const USE_MS = 60_000;

/** Notes that a client is in use, where that was not noted of late. */
async function noteUse(organizationId: string, id: string, lastUsedAt: Date | null): Promise<void> {
  const stale = new Date(Date.now() - USE_MS);
  if (lastUsedAt && lastUsedAt > stale) return;
  await withTenant(
    { organizationId, linkedAccountId: null },
    (tx) =>
      tx
        .update(apiClient)
        .set({ lastUsedAt: new Date() })
        .where(and(eq(apiClient.id, id), or(isNull(apiClient.lastUsedAt), lt(apiClient.lastUsedAt, stale)))),
    { durable: false },
  );
}

async function load(clientId: string, secretHash: string, tokenHash: string): Promise<Principal | null> {
  const found = await withoutTenant<{ organization_id: string; api_client_id: string; linked_account_id: string }>(
    sql`SELECT replace(organization_id::text, '-', '') AS organization_id, replace(api_client_id::text, '-', '') AS api_client_id,
               replace(linked_account_id::text, '-', '') AS linked_account_id
        FROM find_credentials(${clientId}, ${secretHash}, ${tokenHash})`,
  );
  const row = found[0];
  if (!row) return null;
  const [client] = await readTenant({ organizationId: row.organization_id, linkedAccountId: null }, (tx) =>
    tx
      .select({ name: apiClient.name, lastUsedAt: apiClient.lastUsedAt })
      .from(apiClient)
      .where(eq(apiClient.id, row.api_client_id)),
  );
  await noteUse(row.organization_id, row.api_client_id, client?.lastUsedAt ?? null);
  return {
    organizationId: row.organization_id,
    linkedAccountId: row.linked_account_id,
    actor: { kind: "api_client", id: row.api_client_id, name: client?.name ?? "" },
    permissions: INTEGRATOR_PERMISSIONS,
    grounds: [
      `api-client:${row.api_client_id}`,
      `client-secret:${row.api_client_id}`,
      `access-token:${row.linked_account_id}`,
    ],
  };
}

/** The integrator behind the three headers; null where they do not belong together. Remembered for 2 s. */
export function authenticateClient({ clientId, clientSecret, accessToken }: Credentials): Promise<Principal | null> {
  const secretHash = hashToken(clientSecret);
  const tokenHash = hashToken(accessToken);
  const key = hashToken(`${clientId}\n${secretHash}\n${tokenHash}`);
  return cache().lookUp(key, () => load(clientId, secretHash, tokenHash));
}
