import { startPortal } from "./partner/portal.ts";
import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { newClient } from "./support/link-client.ts";
import { test } from "./support/partner.ts";
import { expect } from "./support/test.ts";

/** A link makes a whole practice, beside what other tests ask of the same machine. */
const LINK_MS = 60_000;
const WAIT_MS = 30_000;

test("a customer links an EMR in the partner's portal and repairs it there, and it stays one account", {
  tag: "@long",
}, async ({ strict, demo }) => {
  test.setTimeout(4 * LINK_MS);
  const { name, credentials, switchOn } = await newClient(demo);
  const access_token = demo.organizations[0]?.accounts[0]?.access_token ?? "";
  const portal = await startPortal({
    consoleUrl: demo.console_url,
    credentials: { ...credentials, access_token },
    port: 0,
  });
  try {
    await switchOn();
    const page = await strict.newPage();
    const accounts = async () => {
      await page.goto(`${portal.origin}/links`);
      return (await page.request.get(`${portal.origin}/accounts`)).status();
    };
    // Another process knows it within seconds.
    await expect.poll(accounts, { timeout: 15_000 }).toBe(200);
    const listed = page.getByRole("list", { name: "Linked EMRs" }).getByRole("listitem");
    await expect(listed).toHaveCount(0);

    await page.getByRole("button", { name: "Link an EMR" }).click();
    const frame = page.frameLocator('iframe[title="Link your EMR"]');
    await frame.getByRole("button", { name: "Next" }).click({ timeout: WAIT_MS });
    await frame.getByRole("button", { name: /^Link / }).click();
    await frame.getByRole("button", { name: "Done" }).click({ timeout: LINK_MS });
    await expect(listed).toHaveText([/^Elm Street: linked/], { timeout: LINK_MS });
    const said = await page.getByRole("status").textContent();
    const linked = /[0-9a-f]{32}/.exec(said ?? "")?.[0];
    // Nothing reads the account of a single test by itself.
    await asOwner("UPDATE linked_account SET sync_interval_minutes = 0 WHERE id = $1", [linked]);

    await page.getByRole("button", { name: "Repair Elm Street" }).click();
    await expect(frame.getByRole("heading", { name: "Repair the link of Elm Street" })).toBeVisible({
      timeout: WAIT_MS,
    });
    await expect(
      frame.getByText(`${name} goes on reading and writing in this EMR as you have agreed before.`),
    ).toBeVisible();
    await frame.getByText(`${name} may write to this EMR: Task.`).click();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await frame.getByRole("button", { name: "Test and repair" }).press("Enter");
    await expect(page.getByRole("status")).toHaveText(`Repaired: ${linked}`, { timeout: LINK_MS });
    await expect(page.locator("iframe")).toHaveCount(0);
    await expect(listed).toHaveText([/^Elm Street: linked/]);
    const [row] = await asOwner("SELECT writes FROM linked_account WHERE id = $1", [linked]);
    expect(row?.writes).toEqual(["tasks:create"]);
  } finally {
    portal.server.close();
  }
});
