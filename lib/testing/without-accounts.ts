import { randomBytes } from "node:crypto";
import { apiClient, organization } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { clientEntries, enter } from "#lib/security/credentials/directory";
import { seal } from "#lib/security/sealing/secret-box";

/** An organization that has an API client and no linked account yet, as a partner's before its first customer links. */
export async function makeWithoutAccounts(): Promise<{ organizationId: string; apiClientId: string }> {
  const [organizationId, apiClientId] = [newId(), newId()];
  const webhookSecret = await seal(`whsec_${randomBytes(24).toString("base64")}`);
  const client = { id: apiClientId, organizationId, clientId: newId() };
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    await tx.insert(organization).values({ id: organizationId, name: "Partner" });
    await tx.insert(apiClient).values({ ...client, name: "Portal", secretHash: "h", webhookSecret, mayLink: true });
    await enter(tx, clientEntries(client));
  });
  return { organizationId, apiClientId };
}
