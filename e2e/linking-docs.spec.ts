import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asOwner } from "./support/as-owner.ts";
import { documentedCode } from "./support/documented-code.ts";
import { freePort } from "./support/free-port.ts";
import { linkingClient } from "./support/link-client.ts";
import { test } from "./support/partner.ts";
import { expect } from "./support/test.ts";

/** A link makes a whole practice, beside what other tests ask of the same machine. */
const LINK_MS = 60_000;
const WAIT_MS = 30_000;

test("a partner's first link is made by the code of docs/linking.md as it stands", { tag: "@long" }, async ({
  strict,
  demo,
}) => {
  test.setTimeout(3 * LINK_MS);
  const portalUrl = `http://localhost:${await freePort()}`;
  const { credentials } = await linkingClient(demo, portalUrl);
  const folder = await mkdtemp(join(tmpdir(), "crc-portal-"));
  const [link = "", portal = ""] = documentedCode("linking.md", "js");
  const [page = ""] = documentedCode("linking.md", "html");
  await writeFile(join(folder, "link.mjs"), link);
  await writeFile(join(folder, "portal.mjs"), portal);
  await writeFile(join(folder, "index.html"), page.replace("http://127.0.0.1:3000", demo.console_url));
  const backEnd = spawn(process.execPath, ["portal.mjs"], {
    cwd: folder,
    env: {
      ...process.env,
      RECORDS_URL: demo.base_url,
      CLIENT_ID: credentials.client_id,
      CLIENT_SECRET: credentials.client_secret,
      PORTAL_URL: portalUrl,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let printed = "";
    backEnd.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    const answers = () =>
      fetch(portalUrl).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(answers, { timeout: WAIT_MS }).toBe(200);
    const partner = await strict.newPage();
    await partner.goto(portalUrl);
    await partner.getByRole("button", { name: "Link your EMR" }).click();
    const frame = partner.frameLocator('iframe[title="Link your EMR"]');
    await frame.getByRole("button", { name: "Next" }).click({ timeout: WAIT_MS });
    await frame.getByRole("button", { name: /^Link / }).click();
    await expect.poll(() => printed, { timeout: LINK_MS }).toMatch(/^Linked: [0-9a-f]{32}, with \d+ characters/);
    const linked = /[0-9a-f]{32}/.exec(printed)?.[0];
    // Nothing reads the account of a single test by itself.
    await asOwner("UPDATE linked_account SET sync_interval_minutes = 0 WHERE id = $1", [linked]);
    await frame.getByRole("button", { name: "Done" }).click();
    await expect(partner.locator("iframe")).toHaveCount(0);
  } finally {
    backEnd.kill();
    await rm(folder, { recursive: true });
  }
});
