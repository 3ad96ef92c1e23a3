import { connectorOf } from "#lib/emr/connect";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { seal } from "#lib/security/sealing/secret-box";
import type { Query } from "#lib/testing/cut-jobs";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { ZONE } from "./clinic.ts";
import type { HostedServer } from "./server.ts";

/** Creates an account that is linked to a hosted service as after its probe, and syncs it. */
export async function linkHosted(query: Query, server: HostedServer): Promise<TestAccount> {
  const account = await makeLinkedAccount({ emrType: "records_api" });
  const connection = { ...server.connection, dialect: "cobalt" };
  const { signal } = new AbortController();
  const profile = await connectorOf("records_api").probe?.(connection, { writeProbes: false, signal });
  const { client_secret, access_token, ...open } = connection;
  const credentials = await seal(JSON.stringify({ client_secret, access_token }));
  await query(
    "UPDATE linked_account SET connection = $2, credentials = $3, profile = $4, timezone = $5 WHERE id = $1",
    [account.tenant.linkedAccountId, open, credentials, profile, ZONE],
  );
  await syncAccount(account.tenant);
  return account;
}
