import type { DemoFile } from "#lib/launcher/demo-file";
import { asAdmin } from "./as-admin.ts";
import { asOwner } from "./as-owner.ts";
import { type ClinicClient, clinicClient } from "./clinic-client.ts";
import { expect } from "./test.ts";

interface OwnAccount {
  id: string;
  accessToken: string;
  client: ClinicClient;
}

/**
 * Links an account for this test as the first organization's admin, to a simulated EMR by default: its EMR's behavior affects no other
 * test, and nothing reads it by itself after its first sync. Returns its id, its access token and its API client at once, without
 * waiting for that sync.
 */
export async function justLinked(
  demo: DemoFile,
  body: object = { name: "Lakeside", emr_type: "sandbox", timezone: "America/Chicago" },
): Promise<OwnAccount> {
  const ask = await asAdmin(demo);
  const { linked_account } = await ask<{ linked_account: { id: string; access_token: string } }>(
    "POST",
    "/linked-accounts",
    body,
  );
  const { id, access_token: accessToken } = linked_account;
  await asOwner("UPDATE linked_account SET sync_interval_minutes = 0 WHERE id = $1", [id]);
  return { id, accessToken, client: clinicClient(demo, { access_token: accessToken }) };
}

/** Links an account as `justLinked` does, and waits for the end of its first sync, whose calls would otherwise meet the EMR's behavior. */
export async function ownAccount(demo: DemoFile): Promise<OwnAccount> {
  const account = await justLinked(demo);
  const { id, client } = account;
  await expect
    .poll(async () => (await client("GET", `/linked-accounts/${id}`)).linked_account.synced_at, { timeout: 120_000 })
    .not.toBeNull();
  return account;
}
