import type { Browser, BrowserContext, Page } from "@playwright/test";

const STORED = "local_storage,indexeddb,cache_storage,service_workers";

/**
 * A context of the browser that the tests of a worker use one after another, so that they load and compile the
 * console's scripts once, as a user's browser does. Each test finds it without cookies, stored data, permissions, routes
 * and pages of an earlier one.
 */
export class KeptContext {
  readonly #browser: Browser;
  readonly #origins = new Set<string>();
  #context: BrowserContext | null = null;
  #options = "";

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Returns the context, or a new one if the last one had other options. Playwright adds the test's options to it. */
  async open(options: string): Promise<BrowserContext> {
    if (this.#context && this.#options === options) return this.#context;
    await this.discard();
    const context = await this.#browser.newContext();
    context.on("page", (page) => this.#note(page));
    this.#context = context;
    this.#options = options;
    return context;
  }

  #note(page: Page): void {
    page.on("framenavigated", (frame) => {
      if (frame.url().startsWith("http")) this.#origins.add(new URL(frame.url()).origin);
    });
  }

  /** Removes what a test has left, but for the cache of files and scripts. */
  async reset(): Promise<void> {
    const context = this.#context;
    if (!context) return;
    await Promise.all(context.pages().map((page) => page.close()));
    context.removeAllListeners("request");
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await Promise.all([context.setOffline(false), context.clearPermissions()]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    for (const origin of this.#origins)
      await session.send("Storage.clearDataForOrigin", { origin, storageTypes: STORED });
    this.#origins.clear();
    await page.close();
    // Last: an answer that was under way when its page closed may still have set the session's cookie.
    await context.clearCookies();
  }

  async discard(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
  }
}
