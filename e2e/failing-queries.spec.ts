import type { Page, Route } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

const isRead = (route: Route) =>
  route.request().method() === "GET" && !route.request().url().includes("/events/stream");

const fail = (route: Route) =>
  isRead(route)
    ? route.fulfill({ status: 500, json: { success: false, message: "The server has failed" } })
    : route.fallback();

/** Opens a page whose queries all fail, checks the error, and retries once the server answers. */
async function recovers(page: Page, address: string): Promise<void> {
  await page.route("**/v1/**", fail);
  await page.goto(address);
  const main = page.getByRole("main");
  await expect(main.getByText(/could not be loaded/).first(), `${address} names the failure`).toBeVisible();
  await expect(main.getByText(/The server has failed\./).first()).toBeVisible();
  await expect(main.locator(".shimmer:visible"), `${address} shows no loading state`).toHaveCount(0);
  await page.unroute("**/v1/**", fail);
  const retry = main.getByRole("button", { name: "Try again", exact: true });
  await expect(async () => {
    if ((await retry.count()) > 0) await retry.first().click({ timeout: 1_000 });
    await expect(retry).toHaveCount(0, { timeout: 500 });
  }, `${address} loads again`).toPass();
}

test("every page names the records that failed to load, and loads them on retry", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  test.slow();
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
  const { providers } = await readApi<{ providers: { id: string }[] }>(demo, "/providers?limit=1");
  const { referrals } = await readApi<{ referrals: { id: string }[] }>(demo, "/referrals?limit=1");
  const console = new ConsolePage(page, demo);
  await console.signIn("admin");
  const account = page.url().split("/").slice(0, 5).join("/");
  const links = page.getByRole("navigation", { name: "Console" }).getByRole("link");
  const sections = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  const addresses = [
    ...sections,
    ...[
      `patients/${patients[0]?.mrn}`,
      `providers/${providers[0]?.id}`,
      `referrals/${referrals[0]?.id}`,
      "recalls",
      "jobs/999999",
      "appointments?view=table",
      "webhooks?view=log",
    ].map((path) => `${account}/${path}`),
  ];
  for (const address of addresses) await recovers(page, address);
});
