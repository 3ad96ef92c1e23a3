import { sql } from "drizzle-orm";
import type { Principal } from "#lib/core/principal";
import { apiClient } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { singleton } from "#lib/runtime/singleton";
import { INTEGRATOR_PERMISSIONS } from "./permissions.ts";
import { hashToken } from "./token-hash.ts";
import { TtlCache } from "./ttl-cache.ts";

/** A revoked credential is refused within this time on every process. */
const CACHE_MS = 5_000;
const MOST_CACHED = 10_000;

const cache = () => singleton("credential-cache", () => new TtlCache<Principal>(CACHE_MS, MOST_CACHED));

/** The three headers of interface section 5; null where one of them is missing. */
export function readCredentials(
  headers: Headers,
): { clientId: string; clientSecret: string; accessToken: string } | null {
  const clientId = headers.get("client_id");
  const clientSecret = headers.get("client_secret");
  const accessToken = headers.get("access_token");
  return clientId && clientSecret && accessToken ? { clientId, clientSecret, accessToken } : null;
}

/** The integrator behind the three headers; null where they do not belong together. Remembered for 5 s. */
export async function authenticateClient(credentials: {
  clientId: string;
  clientSecret: string;
  accessToken: string;
}): Promise<Principal | null> {
  const secretHash = hashToken(credentials.clientSecret);
  const tokenHash = hashToken(credentials.accessToken);
  const key = hashToken(`${credentials.clientId}\n${secretHash}\n${tokenHash}`);
  const known = cache().get(key);
  if (known) return known;

  const found = await withoutTenant<{ organization_id: string; api_client_id: string; linked_account_id: string }>(
    sql`SELECT replace(organization_id::text, '-', '') AS organization_id, replace(api_client_id::text, '-', '') AS api_client_id,
               replace(linked_account_id::text, '-', '') AS linked_account_id
        FROM find_credentials(${credentials.clientId}, ${secretHash}, ${tokenHash})`,
  );
  const row = found[0];
  if (!row) return null;
  const names = await readTenant({ organizationId: row.organization_id, linkedAccountId: null }, (tx) =>
    tx.select({ name: apiClient.name }).from(apiClient).where(sql`${apiClient.id} = ${row.api_client_id}`),
  );
  const principal: Principal = {
    organizationId: row.organization_id,
    linkedAccountId: row.linked_account_id,
    actor: { kind: "api_client", id: row.api_client_id, name: names[0]?.name ?? "" },
    permissions: INTEGRATOR_PERMISSIONS,
  };
  cache().set(key, principal);
  return principal;
}
