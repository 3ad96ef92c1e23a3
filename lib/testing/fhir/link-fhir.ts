import { connectorOf } from "#lib/emr/connect";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { MRN_SYSTEM } from "./clinic/plan.ts";

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

/** Creates an account that is linked to a FHIR server as a probe finds it, also by writes, and reads its records. */
export async function linkFhir(
  query: Query,
  baseUrl: string,
  connection: Record<string, unknown> = {},
): Promise<TestAccount> {
  const account = await makeLinkedAccount({ emrType: "fhir" });
  const linked = { base_url: baseUrl, auth: { kind: "none" }, mrn_system: MRN_SYSTEM, ...connection };
  const signal = AbortSignal.timeout(30_000);
  const profile = await connectorOf("fhir").probe?.(linked, { writeProbes: true, signal });
  await query("UPDATE linked_account SET connection = $2, profile = $3 WHERE id = $1", [
    account.tenant.linkedAccountId,
    linked,
    profile,
  ]);
  await syncAccount(account.tenant);
  return account;
}
