import type { DemoFile } from "#lib/launcher/demo-file";
import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { startSite, test } from "./support/partner.ts";
import { sharedSession } from "./support/session.ts";
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

/** Makes an API client of the demo's first organization, as its admin. Returns its headers and its name. */
async function newClient(demo: DemoFile) {
  const { account, cookies } = await sharedSession(demo, "admin");
  const headers = {
    "content-type": "application/json",
    origin: demo.console_url,
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    "x-linked-account": account.split("/").at(-1) ?? "",
  };
  const name = `Portal ${Date.now().toString(36)}`;
  const ask = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${demo.base_url}${path}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok, `${method} ${path}`).toBe(true);
    return answer.json();
  };
  const { api_client } = await ask("POST", "/api-clients", { name });
  const { id, client_id, client_secret } = api_client as Record<"id" | "client_id" | "client_secret", string>;
  return {
    name,
    credentials: { client_id, client_secret },
    register: (origin: string) => ask("POST", "/embed/origins", { origin }),
    switchOn: () => ask("PATCH", `/api-clients/${id}`, { may_link: true }),
  };
}

test("a customer links an EMR in a partner's page and by its address, without an account", { tag: "@long" }, async ({
  strict,
  demo,
}) => {
  test.setTimeout(4 * LINK_MS);
  const { name, credentials, register, switchOn } = await newClient(demo);
  const post = async (path: string, body: object) => {
    const headers = { ...credentials, "content-type": "application/json" };
    const answer = await fetch(`${demo.base_url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
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
    await frame.getByRole("button", { name: "Next" }).click();
    await expect(frame.getByLabel("Name")).toHaveValue("Elm Street");
    await expect(frame.getByText(`${name} may read the records of this EMR`)).toBeVisible();
    await frame.getByText(`${name} may write to this EMR: Payment.`).click();
    expect(await findingsInBothThemes(partner)).toEqual([]);
    await frame.getByRole("button", { name: /^Link / }).click();
    await expect
      .poll(() => partner.evaluate(() => (window as unknown as LinkWindow).told?.publicToken), { timeout: LINK_MS })
      .toMatch(/^public_/);
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
  } finally {
    site.server.close();
  }
});
