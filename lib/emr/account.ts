import { linkedAccount } from "#lib/db/schema";
import { signAssertion } from "#lib/security/organization-keys/keys";
import { open } from "#lib/security/sealing/secret-box";
import { callsOf } from "./budget/budgets.ts";
import { connectEmr, connectorOf, storedProfile } from "./connect.ts";
import { contradictionsOf } from "./contradicted.ts";
import { grantsOf } from "./grants.ts";
import { endingWith } from "./link.ts";
import { loginNotesOf } from "./login-required.ts";
import type { CallPurpose } from "./port/calls.ts";
import type { EmrAccount } from "./port/connector.ts";
import type { EmrConnection } from "./port/port.ts";
import { withSecrets } from "./port/secret-fields.ts";

/** Columns of a linked account from which its EMR is reached. */
export const emrColumns = {
  id: linkedAccount.id,
  organizationId: linkedAccount.organizationId,
  name: linkedAccount.name,
  emrType: linkedAccount.emrType,
  timezone: linkedAccount.timezone,
  connection: linkedAccount.connection,
  credentials: linkedAccount.credentials,
  profile: linkedAccount.profile,
  syncedAt: linkedAccount.syncedAt,
  unlinkedAt: linkedAccount.unlinkedAt,
  linkVersion: linkedAccount.linkVersion,
  originVersion: linkedAccount.originVersion,
};

export type EmrRow = Pick<typeof linkedAccount.$inferSelect, keyof typeof emrColumns>;

/** Returns the secrets of a stored connection by their paths in it. Throws if no configured key opens them. */
export const openCredentials = async (credentials: string | null): Promise<Record<string, unknown>> =>
  credentials === null ? {} : (JSON.parse(await open(credentials)) as Record<string, unknown>);

/** Returns the account's connection with its opened secrets, or null. Throws if no configured key opens them. */
async function openedConnection({ connection, credentials }: EmrRow): Promise<Record<string, unknown> | null> {
  return connection === null ? null : withSecrets(connection, await openCredentials(credentials));
}

/** Returns the account as its connector sees it. */
export const emrAccount = async (row: EmrRow): Promise<EmrAccount> => ({
  ...row,
  profile: storedProfile(row.profile),
  connection: await openedConnection(row),
  sign: (claims, algorithm) => signAssertion(row.organizationId, claims, algorithm),
  grants: grantsOf(row.organizationId),
});

/**
 * Opens a connection to the EMR of a linked account, whose calls are for a purpose, without calling it. The calls of a
 * sync end with the link; those of an operation end with its attempt. `onCall` is called before each call.
 */
export async function openEmr(row: EmrRow, purpose: CallPurpose, onCall?: () => void): Promise<EmrConnection> {
  const budgeted = callsOf(row, purpose);
  const take = async () => {
    await budgeted.take();
    onCall?.();
  };
  const calls = { ...budgeted, take, contradict: contradictionsOf(row), login: loginNotesOf(row) };
  return connectEmr(await emrAccount(row), purpose === "sync" ? endingWith(calls, row) : calls);
}

/** Readies the EMR of a linked account for a sync (decisions §10: a simulated practice advances to the present). */
export async function prepareAccount(row: EmrRow, now: Date): Promise<void> {
  await connectorOf(row.emrType).prepare?.(await emrAccount(row), { now, first: row.syncedAt === null });
}
