import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import { findingsInBothThemes } from "./support/axe.ts";
import { freePort } from "./support/free-port.ts";
import { linkHosted, SYNC_MS } from "./support/link-hosted.ts";
import { newDemoDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { userOf } from "./support/session.ts";
import { expect, test } from "./support/test.ts";

// A service sends events to a deployment with a PUBLIC_URL alone, so this test has a product of its own.

/** Time in which the registration, or a new secret, was certainly asked for. */
const UPKEEP_MS = 90_000;

let server: HostedServer;
let product: Product;
let dataDir: string;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await startHostedServer({ patients: 6, times: { workMs: 500 } });
  dataDir = await newDemoDir();
  const port = await freePort();
  product = await startProduct({ dataDir, port, variables: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
});

test.afterAll(async () => {
  await product.stop();
  await removeDataDir(dataDir);
  await server.stop();
});

test("an admin has a hosted service sign its events with a new secret", { tag: "@long" }, async ({ page }) => {
  test.setTimeout(SYNC_MS + 2 * UPKEEP_MS + 120_000);
  const { email, password } = userOf(product.demo, "admin");
  await page.goto(`${product.demo.console_url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Integrations" }).click();
  await linkHosted(page, server, "Hosted clinic");
  await expect.poll(() => server.webhooks.size, { timeout: UPKEEP_MS }).toBe(1);
  await page.reload();
  const connection = page.getByRole("region", { name: "Connection" });
  await expect(connection).toContainText(/Webhook secret\s*Last changed .+ \d{4}/);
  const former = server.secret();

  await connection.getByRole("button", { name: "New webhook secret" }).click();
  const question = page.getByRole("dialog", { name: "New webhook secret for Hosted clinic?" });
  await expect(question).toContainText("No event is lost");
  expect(await findingsInBothThemes(page)).toEqual([]);
  await question.getByRole("button", { name: "Ask for a new secret" }).click();
  await expect(question).toHaveCount(0);
  await expect(connection).toContainText("A new one is asked for: it is known here within a minute.");
  await expect(connection.getByRole("button", { name: "New webhook secret" })).toHaveCount(0);
  await expect(connection.getByRole("button", { name: "New webhook secret" })).toBeVisible({ timeout: UPKEEP_MS });
  expect(server.secret()).not.toBe(former);
  const event = await server.staffChange("patients", "PAT-1", { phone: "212-555-0142" });
  expect(server.ledger.deliveries(event.id).map(({ status }) => status)).toEqual([200]);
  expect(await page.content()).not.toContain(server.secret());
});
