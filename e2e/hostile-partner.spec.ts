import { linkingClient } from "./support/link-client.ts";
import { startSite } from "./support/partner.ts";
import { expect, test } from "./support/test.ts";

const WAIT_MS = 30_000;

interface PartnerWindow extends Window {
  ClinicalRecords: { link(options: object): void };
  told?: string[];
}

test("a hostile page gets nothing of a link: not by framing it, by messages, or by a token in the query", {
  tag: "@long",
}, async ({ page, demo }) => {
  test.slow();
  const script = `<script src="${demo.console_url}/embed.js"></script>`;
  const site = await startSite(`<!doctype html><html lang="en"><title>Partner</title>${script}`);
  const evil = await startSite(`<!doctype html><html lang="en"><title>Evil</title>${script}`);
  try {
    const { post, register } = await linkingClient(demo, site.origin);
    // Even an origin of the organization may frame no link but its own.
    await register(evil.origin);
    const asked = { user_id: "customer-12", organization_name: "Elm Street" };
    const made = async (more: object) => (await post("/link-tokens", { ...asked, ...more })).body;
    const framed = await made({ origin: site.origin });
    const alone = await made({ redirect_url: `${site.origin}/back` });

    await test.step("clickjacking", async () => {
      for (const [origin, { url }] of [
        [evil.origin, framed],
        [evil.origin, alone],
        [site.origin, alone],
      ] as const) {
        const refused: string[] = [];
        page.on("console", (message) => refused.push(message.text()));
        await page.goto(origin);
        await page.evaluate((src) => {
          const frame = document.createElement("iframe");
          frame.src = src;
          document.body.append(frame);
        }, url);
        await expect.poll(() => refused.join("\n"), { timeout: WAIT_MS }).toMatch(/frame-ancestors/);
        await expect(page.frameLocator("iframe").getByRole("heading")).toHaveCount(0);
        page.removeAllListeners("console");
      }
    });

    await test.step("messages of another window and another origin", async () => {
      await page.goto(evil.origin);
      const opening = page.waitForEvent("popup");
      await page.evaluate((address) => {
        Object.assign(window, { victim: window.open(address) });
      }, site.origin);
      const partner = await opening;
      await partner.waitForFunction(() => "ClinicalRecords" in window);
      await partner.evaluate((token) => {
        const own = window as unknown as PartnerWindow;
        own.told = [];
        own.ClinicalRecords.link({
          token,
          onSuccess: (publicToken: string) => own.told?.push(publicToken),
          onExit: () => own.told?.push("exit"),
        });
      }, framed.link_token);
      const frame = partner.frameLocator('iframe[title="Link your EMR"]');
      const heading = frame.getByRole("heading", { name: "Link the EMR of Elm Street" });
      await expect(heading).toBeVisible({ timeout: WAIT_MS });
      const other = await made({ origin: site.origin, organization_name: "Mallory" });
      await page.evaluate(
        ({ token, id }) => {
          const { victim } = window as unknown as { victim: Window };
          // To the partner's page, as if it were the view.
          for (const event of [
            { name: "linked", detail: { public_token: "public_forged", linked_account_id: "x" } },
            { name: "exit", detail: {} },
            { name: "done", detail: {} },
          ])
            victim.postMessage({ crc: 1, type: "event", ...event }, "*");
          // To the view, as if it were the partner's page.
          victim.frames[0]?.postMessage({ crc: 1, type: "token", session_id: id, token }, "*");
          victim.frames[0]?.postMessage({ crc: 1, type: "look", locale: "de-DE", theme: { mode: "dark" } }, "*");
        },
        { token: other.link_token, id: other.link_token_id },
      );
      // Messages of one window arrive in order: what the partner's page answers last was sent last.
      await frame.getByRole("button", { name: "Next", exact: true }).click();
      await expect(frame.getByLabel("Name")).toHaveValue("Elm Street");
      expect(await partner.evaluate(() => (window as unknown as PartnerWindow).told)).toEqual([]);
      await expect(heading).toBeVisible();
      await partner.close();
    });

    await test.step("a token in the query", async () => {
      const bare = alone.url.split("#")[0];
      await page.goto(`${bare}?token=${alone.link_token}&link_token=${alone.link_token}`);
      await expect(page.getByText("The address is not whole")).toBeVisible({ timeout: WAIT_MS });
      for (const name of ["token", "link_token", "access_token", "embed_token", "authorization"]) {
        const address = `${demo.base_url}/link-tokens/${alone.link_token_id}?${name}=${alone.link_token}`;
        expect((await fetch(address)).status, name).toBe(401);
      }
    });

    await test.step("an origin that nobody has registered", async () => {
      const foreign = "https://evil.example";
      for (const [field, value] of [
        ["origin", foreign],
        ["redirect_url", `${foreign}/back`],
      ] as const) {
        const { status, body } = await post("/link-tokens", { ...asked, [field]: value });
        expect([status, body.message]).toEqual([400, expect.stringContaining("not registered for this organization")]);
      }
    });
  } finally {
    site.server.close();
    evil.server.close();
  }
});
