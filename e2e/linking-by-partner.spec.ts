import { readFile } from "node:fs/promises";
import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { newClient } from "./support/link-client.ts";
import { startSite, test } from "./support/partner.ts";
import { expect } from "./support/test.ts";

/** A link makes a whole practice, beside what other tests ask of the same machine. */
const LINK_MS = 60_000;
const WAIT_MS = 30_000;
const OTHER_ORIGIN = "https://other-portal.example";

/** What the page of a partner keeps of its link. */
interface LinkWindow extends Window {
  ClinicalRecords: { link(options: object): void };
  told?: { publicToken?: string; left?: boolean };
}

/** Returns the number of a PDF's pages. */
const pagesOf = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test("a customer links an EMR in a partner's page and by its address, without an account", { tag: "@long" }, async ({
  strict,
  demo,
}) => {
  test.setTimeout(4 * LINK_MS);
  const { name, credentials, register, switchOn, post } = await newClient(demo);
  const site = await startSite(
    `<!doctype html><html lang="en"><title>Partner</title><script src="${demo.console_url}/embed.js"></script><main><h1>Partner</h1></main>`,
  );
  try {
    await register(site.origin);
    await register(OTHER_ORIGIN);
    const asked = { user_id: "customer-12", organization_name: "Elm Street", emr_types: ["sandbox", "fhir"] };
    expect((await post("/link-tokens", { ...asked, origin: site.origin })).status).toBe(403);

    await switchOn();
    // Another process knows it within seconds.
    const isOn = async () => (await post("/link-tokens", { ...asked, origin: site.origin })).status;
    await expect.poll(isOn, { timeout: 15_000 }).toBe(201);
    const inFrame = (await post("/link-tokens", { ...asked, origin: site.origin, writes: ["payments:create"] })).body;
    const partner = await strict.newPage();
    const addresses: string[] = [];
    partner.on("request", (request) => addresses.push(request.url()));
    await partner.goto(site.origin);
    await partner.evaluate((token) => {
      const own = window as unknown as LinkWindow;
      own.ClinicalRecords.link({
        token,
        onSuccess: (publicToken: string) => {
          own.told = { publicToken };
        },
      });
    }, inFrame.link_token);
    const frame = partner.frameLocator('iframe[title="Link your EMR"]');
    await expect(frame.getByRole("heading", { name: "Link the EMR of Elm Street" })).toBeVisible({ timeout: WAIT_MS });
    await frame.getByRole("button", { name: "Next", exact: true }).click();
    await expect(frame.getByLabel("Name")).toHaveValue("Elm Street");
    await expect(frame.getByText(`${name} may read the records of this EMR`)).toBeVisible();
    await frame.getByText(`${name} may write to this EMR: Payment.`).click();
    expect(await findingsInBothThemes(partner)).toEqual([]);
    await frame.getByRole("button", { name: /^Link / }).click();
    await expect
      .poll(() => partner.evaluate(() => (window as unknown as LinkWindow).told?.publicToken), { timeout: LINK_MS })
      .toMatch(/^public_/);
    // The view stays for its receipt, which a frame with the script's sandbox keeps as a file and prints.
    await expect(frame.getByText("Your EMR is linked")).toBeVisible();
    const receipt = frame.getByRole("region", { name: "Receipt: an EMR was linked" });
    await expect(receipt.getByText(`${name} may write to this EMR: Payment.`)).toBeVisible();
    expect(await findingsInBothThemes(partner)).toEqual([]);
    const downloading = partner.waitForEvent("download");
    await frame.getByRole("button", { name: "Download receipt" }).click();
    const kept = await readFile(await (await downloading).path(), "utf8");
    for (const text of ["Elm Street", "customer-12", `${name} may write to this EMR: Payment.`])
      expect(kept).toContain(text);
    expect(kept).not.toMatch(/public_|link_[0-9a-f]{32}_|<script|<link|src=/);
    await frame.getByRole("button", { name: "Done" }).press("Enter");
    await expect(partner.locator("iframe")).toHaveCount(0);
    const publicToken = await partner.evaluate(() => (window as unknown as LinkWindow).told?.publicToken);
    const exchanged = await post("/link-tokens/exchange", { public_token: publicToken });
    // Nothing reads the account of a single test by itself.
    const linked = exchanged.body.linked_account_id;
    await asOwner("UPDATE linked_account SET sync_interval_minutes = 0 WHERE id = $1", [linked]);
    expect(exchanged.body.access_token_reference_id).toBe("customer-12");
    const headers = { ...credentials, access_token: exchanged.body.access_token };
    const answer = await fetch(`${demo.base_url}/linked-accounts/${linked}`, { headers });
    expect((await answer.json()).linked_account.writes).toEqual(["payments:create"]);
    expect((await post("/link-tokens/exchange", { public_token: publicToken })).status).toBe(409);
    expect(addresses.filter((url) => url.includes(inFrame.link_token) || url.includes(publicToken ?? ""))).toEqual([]);

    // A page of another origin cannot frame it, though it is registered for other views.
    const other = (await post("/link-tokens", { ...asked, origin: site.origin })).body;
    const policy = (await fetch(other.url)).headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`frame-ancestors ${site.origin}`);
    expect(policy).not.toContain(OTHER_ORIGIN);
    // Nor does it open by its address.
    const opened = await strict.newPage();
    await opened.goto(other.url);
    const refused = opened.getByText(`This link opens in a page of ${site.origin} alone`);
    await expect(refused).toBeVisible({ timeout: WAIT_MS });
    expect(opened.url()).not.toContain("#");

    const redirected = (await post("/link-tokens", { ...asked, redirect_url: `${site.origin}/back` })).body;
    const phone = await strict.newPage();
    await phone.setViewportSize({ width: 360, height: 740 });
    await phone.goto(redirected.url);
    await expect(phone.getByRole("heading", { name: "Link the EMR of Elm Street" })).toBeVisible({ timeout: WAIT_MS });
    expect(phone.url()).not.toContain("#");
    expect(await findingsInBothThemes(phone)).toEqual([]);
    await phone.getByRole("button", { name: "Cancel" }).press("Enter");
    await phone.waitForURL(/\/back\?link=exit$/, { timeout: WAIT_MS });

    const finished = (await post("/link-tokens", { ...asked, redirect_url: `${site.origin}/back?from=mail` })).body;
    await phone.goto(finished.url);
    await phone.getByRole("button", { name: "Next", exact: true }).click({ timeout: WAIT_MS });
    await phone.getByRole("button", { name: /^Link / }).click();
    const goOn = phone.getByRole("button", { name: `Go on to ${site.origin}` });
    await expect(goOn).toBeFocused({ timeout: LINK_MS });
    expect(await findingsInBothThemes(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    // One sheet of paper, with the receipt alone on it.
    await phone.evaluate(() => {
      window.print = () => undefined;
    });
    await phone.getByRole("button", { name: "Print receipt" }).click();
    await phone.emulateMedia({ media: "print" });
    await expect(phone.locator(".print-sheet").getByText(`${name} may read the records of this EMR`)).toBeVisible();
    await expect(goOn).toBeHidden();
    // The paper ends the printing, and with it the sheet.
    expect(await phone.pdf({ format: "Letter" }).then(pagesOf)).toBe(1);
    await phone.emulateMedia({ media: "screen" });
    await goOn.click();
    await phone.waitForURL(/\/back\?from=mail&link=linked&public_token=public_/, { timeout: WAIT_MS });
    const given = new URL(phone.url()).searchParams.get("public_token");
    const answered = await post("/link-tokens/exchange", { public_token: given });
    expect(answered.status).toBe(200);
    await asOwner("UPDATE linked_account SET sync_interval_minutes = 0 WHERE id = $1", [
      answered.body.linked_account_id,
    ]);
  } finally {
    site.server.close();
  }
});
