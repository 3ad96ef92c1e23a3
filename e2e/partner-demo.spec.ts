import { startPartnerDemo } from "./partner/partner-demo.ts";
import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { newClient } from "./support/link-client.ts";
import { test } from "./support/partner.ts";
import { expect } from "./support/test.ts";

/** A link probes an EMR, beside what other tests ask of the same machine. */
const LINK_MS = 60_000;
const WAIT_MS = 30_000;

test("the partner's demo shows it whole: a clinic finds its EMR, signs in there, and is linked and listed", {
  tag: "@long",
}, async ({ strict, demo }) => {
  test.setTimeout(4 * LINK_MS);
  const { credentials: client, switchOn } = await newClient(demo);
  await switchOn();
  const credentials = { ...client, access_token: demo.organizations[0]?.accounts[0]?.access_token ?? "" };
  const shown = await startPartnerDemo(demo, process.env.E2E_DATA_DIR ?? "", { credentials, port: 0 });
  try {
    const page = await strict.newPage();
    // Another process knows within seconds that the client may link.
    await expect
      .poll(async () => (await page.request.get(`${shown.portal.origin}/accounts`)).status(), { timeout: WAIT_MS })
      .toBe(200);
    await page.goto(`${shown.portal.origin}/links`);
    await page.getByRole("button", { name: "Link an EMR" }).click();
    const frame = page.frameLocator('iframe[title="Link your EMR"]');
    await frame.getByText("FHIR R4", { exact: true }).click({ timeout: WAIT_MS });
    await frame.getByRole("button", { name: "Next" }).click();
    await frame.getByRole("combobox", { name: "Find your EMR" }).fill("lakeside");
    await frame.getByRole("option", { name: new RegExp(`^${shown.practice.replaceAll(/[()]/g, "\\$&")}`) }).click();
    const [there] = await Promise.all([
      page.waitForEvent("popup"),
      frame.getByRole("button", { name: /^Sign in at 127\.0\.0\.1/ }).click({ timeout: WAIT_MS }),
    ]);
    await there.getByRole("button", { name: "Sign in and allow" }).click();
    await expect(there.getByRole("heading", { name: "You have signed in at the EMR" })).toBeVisible();
    await there.close();
    await expect(frame.getByText("The EMR has allowed access")).toBeVisible({ timeout: WAIT_MS });
    await frame.getByRole("button", { name: "Test the connection" }).click();
    await expect(frame.getByText(/^\d+ of \d+ operations are supported\./)).toBeVisible({ timeout: WAIT_MS });
    await frame.getByRole("button", { name: "Next" }).click();
    await expect(frame.getByRole("radio", { name: /^Medical record number/ })).toBeChecked();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await frame.getByRole("button", { name: "Next" }).click();
    await frame.getByRole("button", { name: "Link FHIR R4" }).click();
    await expect(frame.getByText("Your EMR is linked")).toBeVisible({ timeout: LINK_MS });
    await frame.getByRole("button", { name: "Done" }).click();
    const listed = page.getByRole("list", { name: "Linked EMRs" }).getByRole("listitem");
    await expect(listed.filter({ hasText: /^Elm Street: linked/ })).toHaveCount(1);
    const linked = /[0-9a-f]{32}/.exec((await page.getByRole("status").textContent()) ?? "")?.[0];
    // Nothing reads the account of a single test by itself.
    await asOwner("UPDATE linked_account SET unlinked_at = now() WHERE id = $1", [linked]);
  } finally {
    await shown.stop();
  }
});
