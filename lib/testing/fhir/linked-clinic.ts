import { connectorOf } from "#lib/emr/connect";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import type { Query } from "#lib/testing/cut-jobs";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { CLINIC_TIMEZONE, MRN_SYSTEM } from "./clinic/plan.ts";

/** The connection to an open server of the clinic. */
export const clinicConnection = (baseUrl: string) => ({
  base_url: baseUrl,
  auth: { kind: "none" as const },
  mrn_system: MRN_SYSTEM,
});

interface Linked {
  /** The address by which the account reaches the server; the server's own by default. */
  through?: string;
}

/** Creates an account that is linked to a FHIR server with the clinic, as after a probe that also wrote. */
export async function linkUnsynced(
  query: Query,
  server: { baseUrl: string },
  { through = server.baseUrl }: Linked = {},
): Promise<TestAccount> {
  const account = await makeLinkedAccount({ emrType: "fhir" });
  const signal = new AbortController().signal;
  const probed = clinicConnection(server.baseUrl);
  const profile = await connectorOf("fhir").probe?.(probed, { writeProbes: true, signal });
  await query("UPDATE linked_account SET connection = $2, profile = $3, timezone = $4 WHERE id = $1", [
    account.tenant.linkedAccountId,
    clinicConnection(through),
    profile,
    CLINIC_TIMEZONE,
  ]);
  return account;
}

/** Creates an account as `linkUnsynced` does, and syncs it. */
export async function linkClinic(query: Query, server: { baseUrl: string }, options?: Linked): Promise<TestAccount> {
  const account = await linkUnsynced(query, server, options);
  await syncAccount(account.tenant);
  return account;
}
