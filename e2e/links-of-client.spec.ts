import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { linkingClient } from "./support/link-client.ts";
import { startSite } from "./support/partner.ts";
import { expect, test } from "./support/test.ts";

const WAIT_MS = 30_000;

test("an admin sees every link of an API client, ends and unlinks it, and prints what was agreed to", {
  tag: "@long",
}, async ({ page, demo }) => {
  test.slow();
  const site = await startSite("<!doctype html><title>Partner</title>");
  try {
    const { name, post } = await linkingClient(demo, site.origin);
    const asked = { user_id: "customer-12", organization_name: "Elm Street", origin: site.origin };
    const used = (await post("/link-tokens", { ...asked, writes: ["payments:create"] })).body;
    const body = {
      name: "Elm Street 2",
      emr_type: "sandbox",
      timezone: "America/New_York",
      writes: ["payments:create"],
    };
    const headers = { authorization: `Bearer ${used.link_token}`, "content-type": "application/json" };
    const linked = await fetch(`${demo.base_url}/link-tokens/${used.link_token_id}/account`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const { public_token: publicToken, linked_account_id: linkedId } = await linked.json();
    await asOwner("UPDATE linked_account SET sync_interval_minutes = 0 WHERE id = $1", [linkedId]);
    await post("/link-tokens/exchange", { public_token: publicToken });
    const open = (await post("/link-tokens", { ...asked, user_id: "customer-13", organization_name: "Oak Road" })).body;

    const console = new ConsolePage(page, demo);
    await console.signIn("admin", "Integrations");
    const openLinks = async () => {
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
      await page.getByRole("menuitem", { name: "Its links" }).click();
    };
    await openLinks();
    const drawer = page.getByRole("dialog", { name: `Links of ${name}` });
    const elm = drawer.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Elm Street" }) });
    const oak = drawer.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Oak Road" }) });
    await expect(elm.getByText("Linked and fetched")).toBeVisible();
    await expect(elm.getByRole("definition").getByText("Payment", { exact: true })).toBeVisible();
    await expect(elm.getByRole("definition").getByText("customer-12")).toBeVisible();
    await expect(oak.getByText("Open")).toBeVisible();
    expect(await findingsInBothThemes(page)).toEqual([]);

    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await elm.getByRole("button", { name: "Print receipt" }).click();
    await page.emulateMedia({ media: "print" });
    const sheet = page.locator(".print-sheet");
    await expect(sheet.getByRole("row", { name: /^Customer\s*Elm Street$/ })).toBeVisible();
    await expect(sheet.getByText(`${name} may write to this EMR: Payment.`)).toBeVisible();
    await page.emulateMedia({ media: "screen" });

    await oak.getByRole("button", { name: "End link" }).click();
    await page
      .getByRole("dialog", { name: "End the link of Oak Road?" })
      .getByRole("button", { name: "End link" })
      .click();
    await expect(oak.getByText("Ended")).toBeVisible();
    const late = await fetch(`${demo.base_url}/link-tokens/${open.link_token_id}`, {
      headers: { authorization: `Bearer ${open.link_token}` },
    });
    expect((await late.json()).message).toBe("The embed session was revoked");
    await elm.getByRole("button", { name: "Unlink" }).click();
    await page
      .getByRole("dialog", { name: "Unlink Elm Street 2?" })
      .getByRole("button", { name: "Unlink Elm Street 2" })
      .click();
    await expect(elm.getByText("Unlinked", { exact: true })).toBeVisible({ timeout: WAIT_MS });
    await expect(elm.getByRole("button", { name: "Unlink" })).toHaveCount(0);
    await expect(elm.getByRole("button", { name: "Print receipt" })).toBeVisible();

    await page.setViewportSize({ width: 375, height: 812 });
    await expect(drawer.or(page.getByRole("dialog"))).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  } finally {
    site.server.close();
  }
});
