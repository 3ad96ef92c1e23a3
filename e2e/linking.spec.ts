import type { Locator, Page } from "@playwright/test";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { ownAccount } from "./support/own-account.ts";
import { sharedSession } from "./support/session.ts";
import { expect, test } from "./support/test.ts";

/** A first sync reads a whole practice over HTTP. */
const SYNC_MS = 120_000;

const syncRow = (page: Page, kind: string): Locator =>
  page.getByRole("table", { name: "Sync" }).getByRole("row").filter({ hasText: kind });

const unique = (): string => Date.now().toString(36);

test("a deployment is linked with the findings of its test, read-only, and one write is switched on", {
  tag: "@long",
}, async ({ page, demo }) => {
  test.setTimeout(SYNC_MS + 60_000);
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Integrations");
  const name = `Riverside mirror ${unique()}`;
  await page.getByRole("button", { name: "Link an EMR" }).click();
  const drawer = page.getByRole("dialog", { name: "Link an EMR" });
  const form = page.getByRole("form", { name: "Link an EMR" });
  await form.getByText("Records API").click();
  await form.getByRole("button", { name: "Next" }).click();
  await expect(drawer.getByText("Step 2 of 5: its address and credentials")).toBeVisible();
  await form.getByRole("button", { name: "Test the connection" }).click();
  await expect(form.getByText("Enter the base URL")).toBeVisible();
  await expect(form.getByText("Enter the access token")).toBeVisible();

  const credentials = apiHeaders(demo);
  // No server listens on this port, which is reserved.
  await form.getByLabel("Base URL").fill("http://127.0.0.1:1/v1");
  await form.getByLabel("Client id").fill(credentials.client_id ?? "");
  await form.getByLabel("Client secret").fill(credentials.client_secret ?? "");
  await form.getByLabel("Access token").fill(credentials.access_token ?? "");
  await form.getByRole("button", { name: "Test the connection" }).click();
  await expect(form.getByText(/^Base URL must lead to an EMR that answers/)).toBeVisible();

  await form.getByRole("button", { name: "Back" }).click();
  await form.getByRole("button", { name: "Next" }).click();
  await expect(form.getByLabel("Client secret")).toHaveValue(credentials.client_secret ?? "");
  await expect(form.getByLabel("Client secret")).toHaveAttribute("type", "password");
  await form.getByLabel("Base URL").fill(demo.base_url);
  await form.getByRole("button", { name: "Test the connection" }).click();
  await expect(drawer.getByRole("region", { name: "Operations" })).toContainText("Payment");
  await expect(drawer.getByRole("region", { name: "Checks" })).toContainText("credentials");
  expect(await findingsInBothThemes(page)).toEqual([]);

  await drawer.getByRole("button", { name: "Next" }).click();
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Link Records API" }).click();
  await expect(drawer.getByText(`${name} is linked`)).toBeVisible();
  await expect(drawer.getByRole("region", { name: "First sync" })).toContainText("Appointments");
  // Secrets are in no storage of the browser.
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored).not.toContain(credentials.client_secret);

  await drawer.getByRole("link", { name: "its integrations" }).click();
  await expect(page.getByRole("heading", { name: "Writes" })).toBeVisible();
  await expect(page.getByText(`Read-only: nothing is written to the EMR of ${name}.`)).toBeVisible();
  await expect(syncRow(page, "Appointments")).toContainText("Fresh", { timeout: SYNC_MS });
  await expect(page.getByText("stored, never shown").first()).toBeVisible();

  await page.getByRole("button", { name: "New", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Post payment" })).toHaveCount(0);
  await expect(page.getByRole("menu", { name: "New" })).toHaveAccessibleDescription(
    /Switched off: an admin can switch it on under Integrations: .*Post payment/,
  );
  await page.keyboard.press("Escape");

  const payments = page.getByRole("region", { name: "Payments", exact: true });
  const effect = "Posts the payment through POST /payments of the remote, to the ledger of the EMR behind it";
  await expect(payments).toContainText(effect);
  await expect(payments.getByRole("switch", { name: "Payment" })).not.toBeChecked();
  await payments.getByText("Payment", { exact: true }).click();
  await expect(page.getByRole("dialog", { name: `Let ${name} write` })).toContainText(effect);
  await page.getByRole("button", { name: "Switch on payment" }).click();
  await expect(payments.getByRole("switch", { name: "Payment" })).toBeChecked();
  await expect(page.getByText(`1 operation may write to the EMR of ${name}.`)).toBeVisible();
  await console.openPaymentForm();
  const account = page.url().replace(/\/integrations.*/, "");
  await console.enter("staff");
  await page.goto(`${account}/today`);
  const off = page.getByText(/^Switched off for this EMR: /);
  await expect(off).toContainText("An admin can switch them on.");
  await expect(off).not.toContainText("Payment");
});

test("an optional secret is removed, and the others stay", { tag: "@long" }, async ({ page, demo }) => {
  const { account, cookies } = await sharedSession(demo, "admin");
  await page.context().addCookies(cookies);
  const { client_id, client_secret, access_token } = apiHeaders(demo);
  const webhook_secret = `whsec_${Buffer.from("a secret of the remote, 32 bytes").toString("base64")}`;
  const made = await page.request.post(`${demo.base_url}/linked-accounts`, {
    headers: { origin: demo.console_url, "x-linked-account": account.split("/").at(-1) ?? "" },
    data: {
      name: `Mirror ${unique()}`,
      emr_type: "records_api",
      timezone: "America/New_York",
      connection: { base_url: demo.base_url, client_id, client_secret, access_token, webhook_secret },
    },
  });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()).linked_account;
  await page.goto(`${demo.console_url}/a/${id}/integrations`);
  const connection = page.getByRole("region", { name: "Connection" });
  await expect(connection).toContainText("Webhook secret");
  await page.getByRole("button", { name: "Replace the connection" }).click();
  const dialog = page.getByRole("dialog", { name: /^Replace the connection of/ });
  await dialog.getByRole("button", { name: "Remove the stored webhook secret" }).click();
  await expect(dialog.getByText("Webhook secret: the stored one will be removed")).toBeVisible();
  await dialog.getByRole("button", { name: "Keep the stored webhook secret" }).click();
  await dialog.getByRole("button", { name: "Remove the stored webhook secret" }).click();
  await dialog.getByRole("button", { name: "Test and replace" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(connection).not.toContainText("Webhook secret");
  await expect(connection).toContainText("Client secret");
});

test("a short answer is held with its numbers until an admin accepts it", { tag: "@long" }, async ({ page, demo }) => {
  test.setTimeout(SYNC_MS + 60_000);
  const { id, client } = await ownAccount(demo);
  const console = new ConsolePage(page, demo);
  await console.enter("admin");
  await page.goto(`${demo.console_url}/a/${id}/integrations`);
  const claims = syncRow(page, "Claims");
  await expect(claims).toContainText("Fresh", { timeout: SYNC_MS });
  await expect(page.getByRole("button", { name: "Sync now" })).toBeEnabled({ timeout: SYNC_MS });

  await client("PATCH", "/sandbox/behavior", { short_kind: "claims" });
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(claims).toContainText("Held", { timeout: SYNC_MS });
  const held = page.getByText(/^The EMR returned [\d,]+ of [\d,]+ claims\. Nothing was removed\.$/);
  await expect(held).toBeVisible();
  await page.goto(`${demo.console_url}/a/${id}/today`);
  await expect(held).toBeVisible();
  await expect(page.getByText("sync degraded")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);

  await page.getByRole("link", { name: "View the short answer: claims" }).click();
  await page.getByRole("button", { name: "Accept the short answer: claims" }).click();
  await page.getByRole("button", { name: /^Remove [\d,]+ claims$/ }).click();
  await expect(claims).toContainText("Fresh", { timeout: SYNC_MS });
  await expect(held).toHaveCount(0);
});
