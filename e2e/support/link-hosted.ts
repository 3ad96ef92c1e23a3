import type { Locator, Page } from "@playwright/test";
import type { HostedServer } from "#lib/testing/hosted/server";
import { findingsInBothThemes } from "./axe.ts";
import { expect } from "./test.ts";

/** A first sync reads a small clinic over HTTP. */
export const SYNC_MS = 60_000;

const syncRow = (page: Page, kind: string): Locator =>
  page.getByRole("table", { name: "Sync" }).getByRole("row").filter({ hasText: kind });

/** Links the service step by step: its dialect is found by the test, and confirmed. Returns the address of its account's pages. */
export async function linkHosted(page: Page, server: HostedServer, name: string): Promise<string> {
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
  await expect(dialect).toContainText(/must be cobalt: it answers GET \/webhook-events/);
  // Its secret is made when the webhook is registered: nobody enters one.
  await expect(form.getByLabel("Webhook secret")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await dialect.getByText("Cobalt", { exact: true }).click();
  await expect(form.getByLabel("Webhook secret")).toHaveCount(0);
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
