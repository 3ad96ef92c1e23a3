import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { INTEGRATOR_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { hexIds } from "#lib/db/hex-id";
import { apiClient, linkedAccount } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { present, presentMs } from "#lib/kernel/clock";
import type { Principal } from "#lib/kernel/principal";
import { callerCache } from "#lib/security/credentials/grounds";
import { hashToken } from "#lib/security/credentials/token-hash";
import { LINK_PERMISSIONS, LINKING_CLIENT_PERMISSIONS } from "#lib/security/permissions";
import { isItsToken } from "./account-token.ts";
import { loadPlatformClient } from "./platform-client.ts";

const cache = () => callerCache<Principal>("client-cache");

interface Credentials {
  clientId: string;
  clientSecret: string;
  accessToken: string;
}

/** Returns the three headers of interface section 5; null if one of them is missing. */
export function readCredentials(headers: Headers): Credentials | null {
  const clientId = headers.get("client_id");
  const clientSecret = headers.get("client_secret");
  const accessToken = headers.get("access_token");
  return clientId && clientSecret && accessToken ? { clientId, clientSecret, accessToken } : null;
}

/** Accuracy of `last_used_at`: not every request writes the row. */
const USE_MS = 60_000;

/** Updates a client's `last_used_at` unless that was done within `USE_MS`. */
async function noteUse(organizationId: string, id: string, lastUsedAt: Date | null): Promise<void> {
  const stale = new Date(presentMs() - USE_MS);
  if (lastUsedAt && lastUsedAt > stale) return;
  await withTenant(
    { organizationId, linkedAccountId: null },
    (tx) =>
      tx
        .update(apiClient)
        .set({ lastUsedAt: present() })
        .where(and(eq(apiClient.id, id), or(isNull(apiClient.lastUsedAt), lt(apiClient.lastUsedAt, stale)))),
    { durable: false },
  );
}

const CLIENT = { name: apiClient.name, lastUsedAt: apiClient.lastUsedAt, mayLink: apiClient.mayLink };

const isClient = (id: string, secretHash: string) =>
  and(eq(apiClient.id, id), eq(apiClient.secretHash, secretHash), isNull(apiClient.revokedAt));

const WITH_LINKING: ReadonlySet<string> = new Set([...INTEGRATOR_PERMISSIONS, ...LINK_PERMISSIONS]);
const LINKING_ALONE: ReadonlySet<string> = new Set(LINKING_CLIENT_PERMISSIONS);
const NOTHING: ReadonlySet<string> = new Set();

async function load(clientId: string, secretHash: string, tokenHash: string): Promise<Principal | null> {
  const found = await withoutTenant<{ organization_id: string; api_client_id: string; linked_account_id: string }>(
    sql`SELECT ${hexIds("organization_id", "api_client_id", "linked_account_id")}
        FROM find_credentials(${clientId}, ${tokenHash})`,
  );
  const row = found[0];
  if (!row) return loadPlatformClient({ clientId, secretHash, tokenHash });
  // The directory maps credentials to their organization; the organization's own rows decide whether they are valid.
  const [[client], [account]] = await readTenant({ organizationId: row.organization_id, linkedAccountId: null }, (tx) =>
    Promise.all([
      tx.select(CLIENT).from(apiClient).where(isClient(row.api_client_id, secretHash)),
      tx
        .select({ id: linkedAccount.id })
        .from(linkedAccount)
        .where(and(eq(linkedAccount.id, row.linked_account_id), isItsToken(tokenHash))),
    ]),
  );
  if (!client || !account) return null;
  await noteUse(row.organization_id, row.api_client_id, client.lastUsedAt);
  return {
    organizationId: row.organization_id,
    linkedAccountId: row.linked_account_id,
    actor: { kind: "api_client", id: row.api_client_id, name: client.name },
    permissions: client.mayLink ? WITH_LINKING : INTEGRATOR_PERMISSIONS,
    grounds: [
      `api-client:${row.api_client_id}`,
      `client-secret:${row.api_client_id}`,
      `access-token:${row.linked_account_id}`,
    ],
    standing: {
      api_client: row.api_client_id,
      secret_hash: secretHash,
      linked_account: row.linked_account_id,
      access_token_hash: tokenHash,
    },
  };
}

/** Returns the API client behind the three headers; null if they do not belong together. Cached for 2 s. */
export function authenticateClient({ clientId, clientSecret, accessToken }: Credentials): Promise<Principal | null> {
  const secretHash = hashToken(clientSecret);
  const tokenHash = hashToken(accessToken);
  const key = hashToken(`${clientId}\n${secretHash}\n${tokenHash}`);
  return cache().lookUp(key, () => load(clientId, secretHash, tokenHash));
}

async function loadAlone(clientId: string, secretHash: string): Promise<Principal | null> {
  const [found] = await withoutTenant<{ organization_id: string; record_id: string }>(
    sql`SELECT ${hexIds("organization_id", "record_id")} FROM find_in_directory('client_id', ${clientId})`,
  );
  if (!found) return null;
  const { organization_id: organizationId, record_id: id } = found;
  const [client] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx.select(CLIENT).from(apiClient).where(isClient(id, secretHash)),
  );
  if (!client) return null;
  await noteUse(organizationId, id, client.lastUsedAt);
  return {
    organizationId,
    linkedAccountId: id,
    isWithoutAccount: true,
    actor: { kind: "api_client", id, name: client.name },
    permissions: client.mayLink ? LINKING_ALONE : NOTHING,
    grounds: [`api-client:${id}`, `client-secret:${id}`],
    standing: { api_client: id, secret_hash: secretHash },
  };
}

/** Returns the API client behind `client_id` and `client_secret` alone; null if they are not valid. Cached for 2 s. */
export async function authenticateAlone(headers: Headers): Promise<Principal | null> {
  const clientId = headers.get("client_id");
  const clientSecret = headers.get("client_secret");
  if (!clientId || !clientSecret) return null;
  const secretHash = hashToken(clientSecret);
  return cache().lookUp(hashToken(`${clientId}\n${secretHash}`), () => loadAlone(clientId, secretHash));
}
