import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type FrameLocator, type Page } from "@playwright/test";
import { findChromium, WITHOUT_DISPLAY } from "../chromium.ts";
import { type Portal, startPortal } from "../partner/portal.ts";
import { apiHeaders } from "./credentials.ts";
import { test as base } from "./test.ts";

/** The browser setting that a user would choose. */
const BLOCKS_THIRD_PARTY_COOKIES = { profile: { cookie_controls_mode: 1, block_third_party_cookies: true } };

interface PartnerFixtures {
  /** Further headers of the portal's page. */
  portalHeaders: Record<string, string>;
  /** The partner's portal, on another site than the console's. */
  portal: Portal;
  /** A browser that blocks third-party cookies. */
  strict: BrowserContext;
}

/** Denies a frame its storage, as a browser that blocks third-party cookies does; the headless shell ignores that setting. */
function denyStorageInFrames(): void {
  if (window.top === window) return;
  const deny = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: deny });
}

/** Playwright's `test` with a partner's portal and a browser that blocks third-party cookies. */
export const test = base.extend<PartnerFixtures>({
  portalHeaders: [{}, { option: true }],
  portal: async ({ demo, portalHeaders }, use) => {
    const { client_id = "", client_secret = "", access_token = "" } = apiHeaders(demo);
    const credentials = { client_id, client_secret, access_token };
    const portal = await startPortal({ consoleUrl: demo.console_url, credentials, port: 0, headers: portalHeaders });
    await use(portal);
    portal.server.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  strict: async ({}, use) => {
    const profile = await mkdtemp(join(tmpdir(), "crc-profile-"));
    await mkdir(join(profile, "Default"));
    await writeFile(join(profile, "Default", "Preferences"), JSON.stringify(BLOCKS_THIRD_PARTY_COOKIES));
    const { executablePath, env } = await findChromium();
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: WITHOUT_DISPLAY,
      env: { LANG: "C.UTF-8", ...(process.env as Record<string, string>), ...env },
      viewport: { width: 1280, height: 900 },
      // Without animations, elements are checked at their final position.
      reducedMotion: "reduce",
    });
    await context.addInitScript(denyStorageInFrames);
    await use(context);
    await context.close();
    await rm(profile, { recursive: true, force: true });
  },
});

/** Returns the frame of a view in the portal's page: the one opened last. */
export const viewIn = (page: Page, view: string): FrameLocator =>
  page.frameLocator(`iframe[title="Clinical records: ${view}"]`).last();

/** Starts a site on another hostname that answers every request with this page. Returns its origin and its server. */
export async function startSite(html: string): Promise<{ origin: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(html);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, server };
}
