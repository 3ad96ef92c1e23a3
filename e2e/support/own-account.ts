import type { Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { type ClinicClient, clinicClient } from "./clinic-client.ts";
import { expect } from "./test.ts";

/**
 * Links an account of the test's own, from a page where an admin is signed in, and waits for its first sync: what its EMR
 * is made to do disturbs no other test. Gives its id and its API.
 */
export async function ownAccount(page: Page, demo: DemoFile): Promise<{ id: string; client: ClinicClient }> {
  const linked = await page.evaluate(async () => {
    const made = await fetch("/v1/linked-accounts", {
      method: "POST",
      headers: { "content-type": "application/json", "x-linked-account": location.pathname.split("/")[2] ?? "" },
      body: JSON.stringify({ name: "Lakeside", emr_type: "sandbox", timezone: "America/Chicago" }),
    });
    return (await made.json()).linked_account as { id: string; access_token: string };
  });
  const client = clinicClient(demo, { access_token: linked.access_token });
  await expect
    .poll(async () => (await client("GET", "/patients?limit=1")).patients, { timeout: 120_000 })
    .toHaveLength(1);
  return { id: linked.id, client };
}
