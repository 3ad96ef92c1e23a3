import { connectorOf } from "#lib/emr/connect";
import type { Profile } from "#lib/emr/port/profile";
import type { RecordsApiConnection } from "#lib/emr/records-api/connection";
import { seal } from "#lib/security/sealing/secret-box";
import type { HostedServer } from "./hosted/server.ts";
import type { TestAccount } from "./linked-account.ts";
import type { TestDatabase } from "./test-database.ts";

/** The connection to a hosted service, in its dialect. */
export const hostedConnection = ({ connection }: Pick<HostedServer, "connection">): RecordsApiConnection => ({
  ...connection,
  dialect: "cobalt",
});

/** Returns what the test of a connection to a hosted service finds. */
export async function probeHosted(connection: RecordsApiConnection): Promise<Profile> {
  const signal = new AbortController().signal;
  const profile = await connectorOf("records_api").probe?.(connection, { writeProbes: false, signal });
  if (!profile) throw new Error("The connector does not probe");
  return profile;
}

/** Links an account to a hosted service, by its first account or by another access token; its records stay. */
export async function linkHosted(
  database: TestDatabase,
  { tenant }: TestAccount,
  server: HostedServer,
  accessToken = server.connection.access_token,
): Promise<void> {
  const whole = { ...hostedConnection(server), access_token: accessToken };
  const profile = await probeHosted(whole);
  const { client_secret, access_token, ...connection } = whole;
  const credentials = await seal(JSON.stringify({ client_secret, access_token }));
  await database.asOwner(
    `UPDATE linked_account SET emr_type = 'records_api', connection = $2, credentials = $3, profile = $4 WHERE id = $1`,
    [tenant.linkedAccountId, connection, credentials, profile],
  );
}
