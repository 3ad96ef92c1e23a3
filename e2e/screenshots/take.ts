import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import { theme as themeChoice } from "#lib/browser/session/display";
import type { DemoFile } from "#lib/launcher/demo-file";
import { findChromium } from "../chromium.ts";
import { type SimulatedEmr, startSimulatedEmr } from "../partner/simulated-emr.ts";
import { newDataDir, removeDataDir, startProduct } from "../support/product.ts";
import { linkViews } from "./link-views.ts";
import { otherViews, sections, type View } from "./views.ts";

const FOLDER = fileURLToPath(new URL("../.results/screenshots", import.meta.url));
/** Widths of a phone, a tablet upright and across, a laptop and a large screen, with their heights. */
const WIDTHS = { 375: 812, 768: 1024, 1024: 768, 1440: 900, 1920: 1080 };
const THEMES: readonly string[] = ["light", "dark"];
const SETTLE_MS = 20_000;

/** Names of views, widths and themes on the command line; of each kind all if none is named. */
const asked = process.argv.slice(2);
const chosen = (all: readonly string[]) =>
  all.some((one) => asked.includes(one)) ? all.filter((one) => asked.includes(one)) : all;
const sizes = Object.entries(WIDTHS).filter(([width]) => chosen(Object.keys(WIDTHS)).includes(width));
const names = asked.filter((word) => !(word in WIDTHS) && !THEMES.includes(word));

async function signIn(page: Page, demo: DemoFile): Promise<void> {
  const admin = demo.organizations[0]?.users.find(({ role }) => role === "admin");
  if (!admin) throw new Error("The demo has no admin");
  await page.goto(`${demo.console_url}/sign-in`);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width: Number(width), height });
    await page.screenshot({ path: pathOf("sign-in", page) });
  }
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/a\/\w{32}\//);
}

let theme = "";
const pathOf = (name: string, page: Page) => join(FOLDER, `${name}-${page.viewportSize()?.width}-${theme}.png`);

/** Opens a view, waits until it has loaded completely, and takes its picture. */
async function take(page: Page, account: string, { name, address, open }: View): Promise<void> {
  await page.goto(typeof address === "string" ? `${account}/${address}` : await address());
  const settled = () =>
    page.waitForFunction(() => document.querySelector("h1, h2, main") && !document.querySelector(".shimmer"), null, {
      timeout: SETTLE_MS,
    });
  await settled();
  await open?.(page);
  await settled();
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: pathOf(name, page), animations: "disabled" });
}

async function takeAll(browser: Browser, demo: DemoFile, emr: SimulatedEmr): Promise<void> {
  const others = [...(await otherViews(demo)), ...(await linkViews(demo, emr))];
  for (theme of chosen(THEMES)) {
    const colorScheme = theme === "dark" ? "dark" : "light";
    const context = await browser.newContext({ reducedMotion: "reduce", colorScheme });
    await context.addCookies([{ name: themeChoice.cookie, value: theme, url: demo.console_url }]);
    const page = await context.newPage();
    for (const [width, height] of sizes) {
      if (page.url() === "about:blank") await signIn(page, demo);
      const account = page.url().split("/").slice(0, 5).join("/");
      // The navigation is shown as a whole.
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${account}/activity`);
      const views = [...(await sections(page)), ...others];
      await page.setViewportSize({ width: Number(width), height });
      for (const view of views) {
        if (names.length > 0 && !names.includes(view.name)) continue;
        await take(page, account, view).catch((error: Error) => {
          process.exitCode = 1;
          process.stderr.write(`${view.name} at ${width} px, ${theme}: ${error.message.split("\n")[0]}\n`);
        });
      }
    }
    await context.close();
  }
}

await mkdir(FOLDER, { recursive: true });
const dataDir = await newDataDir();
const product = await startProduct({ dataDir, variables: { RATE_LIMIT_PER_MINUTE: "1000000" } });
const emr = await startSimulatedEmr(product.demo.console_url, true);
const found = await findChromium();
const browser = await chromium.launch({
  executablePath: found.executablePath,
  env: { ...(process.env as Record<string, string>), ...found.env },
});
try {
  await takeAll(browser, product.demo, emr);
  process.stdout.write(`${FOLDER}\n`);
} finally {
  await browser.close();
  await emr.stop();
  await product.stop();
  await removeDataDir(dataDir);
}
