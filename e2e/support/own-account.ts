import type { DemoFile } from "#lib/launcher/demo-file";
import { type ClinicClient, clinicClient } from "./clinic-client.ts";
import { sharedSession } from "./session.ts";
import { expect } from "./test.ts";

/**
 * Links an account for this test as the first organization's admin: its EMR's behavior affects no other test. Waits for
 * the end of its first sync, whose calls would otherwise meet that behavior. Returns its id, its access token and its API client.
 */
export async function ownAccount(demo: DemoFile): Promise<{ id: string; accessToken: string; client: ClinicClient }> {
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
  const client = clinicClient(demo, { access_token: linked_account.access_token });
  await expect
    .poll(async () => (await client("GET", `/linked-accounts/${linked_account.id}`)).linked_account.synced_at, {
      timeout: 120_000,
    })
    .not.toBeNull();
  return { id: linked_account.id, accessToken: linked_account.access_token, client };
}
