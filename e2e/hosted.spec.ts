import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { linkHosted, SYNC_MS } from "./support/link-hosted.ts";
import { expect, test } from "./support/test.ts";

/** Time after which the outcome of an operation was certainly read from the service's log. */
const LOG_MS = 90_000;

let server: HostedServer;

test.beforeAll(async () => {
  server = await startHostedServer({ patients: 6, times: { workMs: 500 } });
});
test.afterAll(() => server.stop());

test("a hosted service that loses its login: staff are told, jobs wait, and go on with new credentials", {
  tag: "@long",
}, async ({ page, demo }) => {
  test.setTimeout(SYNC_MS + LOG_MS + 120_000);
  const name = `Hosted clinic ${Date.now().toString(36)}`;
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Integrations");
  const account = await linkHosted(page, server, name);
  const payments = page.getByRole("region", { name: "Payments", exact: true });
  await payments.getByText("Payment", { exact: true }).click();
  const stored = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("button", { name: "Switch on payment" }).click();
  expect((await stored).status()).toBe(200);
  await expect(payments.getByRole("switch", { name: "Payment" })).toBeChecked();

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
  // Nothing has noticed it before the payment is sent.
  await server.loseLogin();
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
  await expect(panel.locator("[data-live-announcer]")).toHaveText("Payment waits until the EMR has its login again");
  const details = await console.openDetails();
  await expect(details).toContainText("RCPT-WAITS");
  await expect(details).not.toContainText(/next attempt/i);

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
