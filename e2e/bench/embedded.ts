import { type Browser, chromium, type Frame } from "@playwright/test";
import { findChromium } from "../chromium.ts";
import { startPortal } from "../partner/portal.ts";
import { apiHeaders } from "../support/credentials.ts";
import type { Product } from "../support/product.ts";
import { line, median, spread } from "./report.ts";

const ROUNDS = 3;
const SETTLE_MS = 30_000;
const QUIET_MS = 1_500;
const VIEWS = ["jobs", "providers", "documents", "appointments", "operation"];

interface EmbeddedView {
  /** Milliseconds from the start of the frame's navigation until it shows its content. */
  usable: number;
  /** Compressed bytes of all scripts that were loaded until the network was idle. */
  script: number;
}

/** Returns the script bytes of a frame once none has loaded for a while; scripts that load on intent do not count. */
async function scriptOf(frame: Frame): Promise<number> {
  const seen = await frame.waitForFunction(
    (quietMs) => {
      const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const script = files.filter(({ name }) => new URL(name).pathname.endsWith(".js"));
      const last = Math.max(...script.map(({ responseEnd }) => responseEnd));
      return performance.now() - last > quietMs && script.reduce((sum, { encodedBodySize: size }) => sum + size, 0);
    },
    QUIET_MS,
    { timeout: SETTLE_MS, polling: 100 },
  );
  return (await seen.jsonValue()) as number;
}

/** Opens a page that frames a view, or the view itself, in a browser with an empty cache. */
async function open(browser: Browser, address: string, framed: boolean): Promise<EmbeddedView> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  try {
    await page.goto(address);
    const element = framed ? await page.locator("iframe").elementHandle() : null;
    const frame = (await element?.contentFrame()) ?? page.mainFrame();
    const usable = await frame.waitForFunction(
      () => document.querySelector("main")?.textContent && !document.querySelector(".shimmer") && performance.now(),
      null,
      { timeout: SETTLE_MS, polling: 20 },
    );
    const at = (await usable.jsonValue()) as number;
    return { usable: at, script: await scriptOf(frame) };
  } finally {
    await context.close();
  }
}

/** Measures what a view in a partner's page loads, beside a page of the same kind without content. */
export async function embeddedViews({ demo }: Product): Promise<string> {
  const { client_id = "", client_secret = "", access_token = "" } = apiHeaders(demo);
  const credentials = { client_id, client_secret, access_token };
  const portal = await startPortal({ consoleUrl: demo.console_url, credentials, port: 0 });
  const found = await findChromium();
  const env = { ...(process.env as Record<string, string>), ...found.env };
  const browser = await chromium.launch({ executablePath: found.executablePath, env });
  try {
    const nothing = `${demo.console_url}/embed/${"0".repeat(32)}`;
    const empty = await open(browser, nothing, false);
    const lines = [line("empty page", `${(empty.script / 1_000).toFixed(1)} kB of script`)];
    for (const view of VIEWS) {
      const address = `${portal.origin}/?view=${view}`;
      // The first view warms up the server.
      await open(browser, address, true);
      const seen: EmbeddedView[] = [];
      for (let round = 0; round < ROUNDS; round++) seen.push(await open(browser, address, true));
      const above = median(seen.map(({ script }) => script)) - empty.script;
      const usable = spread(
        seen.map((one) => one.usable),
        0,
      );
      lines.push(line(view, `usable ${usable} ms`, `${(above / 1_000).toFixed(1)} kB above empty`));
    }
    return `Embedded views in a browser without a cache, ${ROUNDS} rounds, medians (least–most)\n${lines.join("")}`;
  } finally {
    await browser.close();
    portal.server.close();
  }
}
