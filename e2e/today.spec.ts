import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./support/api.ts";
import { clinicClient } from "./support/clinic-client.ts";
import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { newReference } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

interface Recall {
  id: string;
  patient_mrn: string;
  reason: string;
  actions: unknown[];
}

async function write(demo: DemoFile, path: string, body: object): Promise<{ job_id: number; referral_id?: string }> {
  const answer = await fetch(`${demo.base_url}${path}`, {
    method: "POST",
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.status !== 202) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

test("Today lists failed jobs and referrals without a document, with links", async ({ page, demo }) => {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
  const { locations } = await readApi<{ locations: { emr_id: string }[] }>(demo, "/locations?limit=1");
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const failed = page.getByRole("region", { name: "Failed jobs" });
  const bare = page.getByRole("region", { name: "Referrals without a document" });
  await expect(failed.getByRole("status")).toHaveCount(0);

  const { job_id } = await write(demo, "/payments", {
    patient_mrn: patients[0]?.mrn,
    payment_method: "Barter",
    reference_number: "TODAY-1",
    location: locations[0]?.emr_id,
    amount: 1,
  });
  const reason = newReference("Nothing came with it");
  await write(demo, "/referrals", { patient_mrn: patients[0]?.mrn, reason });
  await expect(failed.getByRole("button", { name: `Payment job ${job_id}` })).toBeVisible();
  await expect(bare.getByRole("link", { name: reason })).toBeVisible();

  await failed.getByRole("button", { name: `Payment job ${job_id}` }).click();
  await expect(console.step).toContainText("Failed");
  await bare.getByRole("link", { name: reason }).click();
  await expect(page).toHaveURL(/\/referrals\/[0-9a-f]{32}/);
});

test("a due recall gets its action from Today, and leaves the list once it is closed", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const { settings } = await readApi<{ settings: { recall_closing_actions: { name: string }[] | string[] } }>(
    demo,
    "/settings",
  );
  const [closing] = settings.recall_closing_actions;
  const action = typeof closing === "string" ? closing : (closing?.name ?? "");
  const { recalls } = await readApi<{ recalls: Recall[] }>(demo, "/recalls?status=open&limit=1");
  const [first] = recalls;
  if (!first) throw new Error("The demo has open recalls");
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const due = page.getByRole("region", { name: "Recalls due" });
  const row = due.getByRole("listitem").filter({ hasText: first.patient_mrn }).filter({ hasText: first.reason });
  await row.getByRole("button", { name: /^Log call/ }).click();
  await console.choose("Action taken", action);
  await console.send();
  await expect(console.step).toContainText("Completed");
  await expect(row).toHaveCount(0);

  await page.goto(`${page.url().split("/today")[0]}/patients/${first.patient_mrn}?tab=recalls`);
  const known = page.getByRole("table", { name: "Recalls" }).getByRole("row").filter({ hasText: first.reason });
  await expect(known.filter({ hasText: "Closed" }).first()).toBeVisible();
});

test("Today shows an outage of the EMR", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const today = page.url();
  // No request may be pending while the answers are replaced.
  await page.goto("about:blank");
  const accountId = /\/a\/(\w+)\//.exec(today)?.[1];
  const known = await clinicClient(demo)("GET", `/linked-accounts/${accountId}`);
  const out = { ...known, linked_account: { ...known.linked_account, emr_out_since: new Date().toISOString() } };
  await page.route("**/v1/linked-accounts/*", (route) => route.fulfill({ json: out }));
  await page.goto(today);
  await expect(page.getByText(/does not answer: EMR out since/)).toBeVisible();
});
