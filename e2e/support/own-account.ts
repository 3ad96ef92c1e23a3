import type { DemoFile } from "#lib/launcher/demo-file";
import { type ClinicClient, clinicClient } from "./clinic-client.ts";
import { sharedSession } from "./session.ts";
import { expect } from "./test.ts";

interface OwnAccount {
  id: string;
  accessToken: string;
  client: ClinicClient;
}

/**
 * Links an account for this test as the first organization's admin: its EMR's behavior affects no other test. Returns its
 * id, its access token and its API client at once, without waiting for its first sync.
 */
export async function justLinked(demo: DemoFile): Promise<OwnAccount> {
  const { account, cookies } = await sharedSession(demo, "admin");
  const made = await fetch(`${demo.base_url}/linked-accounts`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: demo.console_url,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      "x-linked-account": account.split("/").at(-1) ?? "",
    },
    body: JSON.stringify({ name: "Lakeside", emr_type: "sandbox", timezone: "America/Chicago" }),
  });
  expect(made.status).toBe(201);
  const { linked_account } = (await made.json()) as { linked_account: { id: string; access_token: string } };
  const { id, access_token: accessToken } = linked_account;
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
