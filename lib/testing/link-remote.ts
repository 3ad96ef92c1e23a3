import { CAPABILITIES } from "#lib/emr/port/capability";
import { seal } from "#lib/security/sealing/secret-box";
import type { InterfaceOnlyServer } from "./interface-only-server.ts";
import type { TestAccount } from "./linked-account.ts";
import type { TestDatabase } from "./test-database.ts";

/** Secret by which the remote may sign its events. */
export const REMOTE_SECRET = `whsec_${Buffer.from("a secret of the remote, 32 bytes").toString("base64")}`;

/**
 * Links an account to a remote, with these findings of a probe or as one that was not probed; its records stay. With
 * `secret` the remote signs its events.
 */
export async function linkRemote(
  database: TestDatabase,
  { tenant }: TestAccount,
  remote: InterfaceOnlyServer,
  { traits, secret }: { traits?: string[]; secret?: string } = {},
): Promise<void> {
  const { client_secret, access_token, ...connection } = remote.connection;
  const credentials = await seal(JSON.stringify({ client_secret, access_token, webhook_secret: secret }));
  const capabilities = CAPABILITIES.map((name) => ({ name, support: "works", reason: null }));
  const profile = traits && { reachable: true, server: null, capabilities, behaviour: [], traits };
  await database.asOwner(
    `UPDATE linked_account SET emr_type = 'records_api', connection = $2, credentials = $3, profile = $4
     WHERE id = $1`,
    [tenant.linkedAccountId, connection, credentials, profile ?? null],
  );
}
