import { mcpToken } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import type { TestAccount } from "./linked-account.ts";

/** Adds what a person has granted to an OAuth client, without tokens. Returns its id. */
export async function addOAuthGrant({ tenant }: Pick<TestAccount, "tenant">, userId: string): Promise<string> {
  const id = newId();
  const client = { name: "Scribe", clientId: "oauth_scribe", clientHost: "127.0.0.1:33418" };
  const chosen = { reads: ["patients:read"], drafts: ["payments:create"] };
  const expiresAt = new Date(Date.now() + 86_400_000);
  const tokenHash = hashToken(newToken("mcp"));
  await withTenant(tenant, (tx) =>
    tx.insert(mcpToken).values({ id, ...tenant, userId, ...client, ...chosen, tokenHash, expiresAt }),
  );
  return id;
}
