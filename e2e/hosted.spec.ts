import type { Locator, Page } from "@playwright/test";
import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

/** A first sync reads a small clinic over HTTP. */
const SYNC_MS = 60_000;
/** Time after which the outcome of an operation was certainly read from the service's log. */
const LOG_MS = 90_000;

let server: HostedServer;

test.beforeAll(async () => {
  server = await startHostedServer({ patients: 6, times: { workMs: 500 } });
});
test.afterAll(() => server.stop());

const syncRow = (page: Page, kind: string): Locator =>
  page.getByRole("table", { name: "Sync" }).getByRole("row").filter({ hasText: kind });

/** Links the service step by step: its dialect is found by the test, and confirmed. Returns the address of its account's pages. */
async function link(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Link an EMR" }).click();
  const drawer = page.getByRole("dialog", { name: "Link an EMR" });
  const form = page.getByRole("form", { name: "Link an EMR" });
  await form.getByText("Records API").click();
  await form.getByRole("button", { name: "Next" }).click();
  const { base_url, client_id, client_secret, access_token } = server.connection;
  await form.getByLabel("Base URL").fill(base_url);
  await form.getByLabel("Client id").fill(client_id);
  await form.getByLabel("Client secret").fill(client_secret);
  await form.getByLabel("Access token").fill(access_token);
  await form.getByRole("button", { name: "Test the connection" }).click();
  const dialect = form.getByRole("radiogroup", { name: "Dialect" });
  await expect(dialect).toContainText(/must be .*cobalt.*: it answers GET \/webhook-events/);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await dialect.getByText("Cobalt", { exact: true }).click();
  await form.getByRole("button", { name: "Test the connection" }).click();
  await expect(drawer.getByRole("region", { name: "Operations" })).toContainText("Payment");
  await drawer.getByRole("button", { name: "Next" }).click();
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Link Records API" }).click();
  await expect(drawer.getByText(`${name} is linked`)).toBeVisible();
  await drawer.getByRole("link", { name: "its integrations" }).click();
  await expect(page.getByText(`Read-only: nothing is written to the EMR of ${name}.`)).toBeVisible();
  await expect(syncRow(page, "Appointments")).toContainText("Fresh", { timeout: SYNC_MS });
  return page.url().replace(/\/integrations.*/, "");
}

test("a hosted service that loses its login: staff are told, jobs wait, and go on with new credentials", {
  tag: "@long",
}, async ({ page, demo }) => {
  test.setTimeout(SYNC_MS + LOG_MS + 120_000);
  const name = `Hosted clinic ${Date.now().toString(36)}`;
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Integrations");
  const account = await link(page, name);
  const payments = page.getByRole("region", { name: "Payments" });
  await payments.getByText("Payment", { exact: true }).click();
  const stored = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("button", { name: "Switch on payment" }).click();
  expect((await stored).status()).toBe(200);
  await expect(payments.getByRole("switch", { name: "Payment" })).toBeChecked();

  await server.loseLogin();
  await page.goto("about:blank");
  await page.context().clearCookies();
  await console.enter("staff");
  await page.goto(`${account}/today`);
  await console.openPaymentForm();
  await console.pickPatient("MRN-1");
  await page.getByLabel("Amount").fill("45.50");
  // The service lists no payment methods.
  await page.getByLabel("Payment method").fill("Credit Card");
  await page.getByLabel("Reference number").fill("RCPT-WAITS");
  await console.choose("Location", /./);
  await console.send();
  const refused = page.getByText(`${name} needs attention: the EMR refuses its credentials`);
  await expect(refused).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText("What waits is kept, and is sent once the credentials are new.");
  await expect(main).toContainText(/1 job waits to be sent\. Records/);
  await expect(main).toContainText(/Records are shown as they were read last, .+ ago|just now/);
  await expect(main).toContainText("An admin enters new ones under Integrations.");
  await expect(main).not.toContainText("no outage known");
  await expect(page.getByText(/needs attention since/)).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.goto(`${account}/patients`);
  await expect(refused).toBeVisible();
  await expect(page.getByRole("table", { name: "Patients" })).toContainText("MRN-1");
  await page.goto(`${account}/activity`);
  const waiting = page.getByRole("row").filter({ hasText: "Payment" }).first();
  await expect(waiting).toContainText("this is sent once an admin has given new credentials");
  await waiting.getByRole("link", { name: "Payment" }).click();
  const panel = page.getByRole("article", { name: /^Payment/ });
  await expect(panel).toContainText("The EMR has lost its login");
  await expect(panel).toContainText("It goes on once an admin has given new credentials; it is never posted twice.");
  await panel.getByText("Technical details").click();
  await expect(panel).toContainText("RCPT-WAITS");
  await expect(page.getByText(/next attempt/i)).toHaveCount(0);

  await page.goto("about:blank");
  await page.context().clearCookies();
  await console.enter("admin");
  await page.goto(`${account}/today`);
  await page.getByRole("link", { name: "Enter new credentials" }).click();
  const dialog = page.getByRole("dialog", { name: /^Replace the connection of/ });
  await dialog.getByRole("button", { name: "Test and replace" }).click();
  await expect(dialog).toContainText("sign the practice in again at the service");
  const renewed = server.renewToken();
  server.repairLogin(renewed);
  await dialog.getByLabel("Access token").fill(renewed);
  await dialog.getByRole("button", { name: "Test and replace" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(refused).toHaveCount(0);
  await page.goto(`${account}/activity`);
  await expect(page.getByRole("row").filter({ hasText: "Payment" }).first()).toContainText("Completed", {
    timeout: LOG_MS,
  });
  expect(server.ledger.effectsOf("RCPT-WAITS")).toHaveLength(1);
});
