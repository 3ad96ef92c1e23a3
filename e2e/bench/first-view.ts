import type { Browser, Page } from "@playwright/test";
import { line, median, spread } from "./report.ts";

const ROUNDS = 5;
const SETTLE_MS = 30_000;
/** A page of the same build that shows only the frame of the console. */
const EMPTY = "nowhere";

interface View {
  /** Milliseconds after the start of the navigation. */
  largestPaint: number;
  usable: number;
  /** Compressed bytes. */
  script: number;
  /** Cumulative layout shift. */
  shift: number;
}

/** Opens a page in a browser with an empty cache, and waits until it shows its content. */
async function firstView(browser: Browser, state: SignedIn, section: string): Promise<View> {
  const context = await browser.newContext({ storageState: state.cookies, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen = { largestPaint: 0, shift: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.largestPaint = entry.startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) seen.shift += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { seen });
  });
  try {
    await page.goto(`${state.account}/${section}`);
    const usable = await page.waitForFunction(
      () => document.querySelector("main h1") && !document.querySelector(".shimmer") && performance.now(),
      null,
      { timeout: SETTLE_MS, polling: "raf" },
    );
    const at = (await usable.jsonValue()) as number;
    const rest = await page.evaluate(() => {
      const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const script = files
        .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
      return { script, ...(window as typeof window & { seen: { largestPaint: number; shift: number } }).seen };
    });
    return { usable: at, ...rest };
  } finally {
    await context.close();
  }
}

export interface SignedIn {
  /** Common prefix of the account's pages. */
  account: string;
  cookies: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;
}

/**
 * Measures the first view of each section in the navigation: paint, time until usable, and script size beside an empty
 * page's.
 */
export async function firstViews(browser: Browser, state: SignedIn, sections: string[]): Promise<string> {
  const all = [EMPTY, ...sections];
  const views = new Map<string, View[]>(all.map((section) => [section, []]));
  // The first round warms up the server.
  for (const section of all) await firstView(browser, state, section);
  for (let round = 0; round < ROUNDS; round++) {
    for (const section of all) views.get(section)?.push(await firstView(browser, state, section));
  }
  const scriptOf = (section: string) => median((views.get(section) ?? []).map(({ script }) => script));
  const lines = all.map((section) => {
    const seen = views.get(section) ?? [];
    const above = (scriptOf(section) - scriptOf(EMPTY)) / 1_000;
    return line(
      section === EMPTY ? "empty page" : section,
      `LCP ${spread(
        seen.map(({ largestPaint }) => largestPaint),
        0,
      )} ms`,
      `usable ${spread(
        seen.map(({ usable }) => usable),
        0,
      )} ms`,
      section === EMPTY ? `${(scriptOf(EMPTY) / 1_000).toFixed(1)} kB of script` : `${above.toFixed(1)} kB above empty`,
      `shift ${median(seen.map(({ shift }) => shift)).toFixed(3)}`,
    );
  });
  return `First view in a browser without a cache, ${ROUNDS} rounds, medians (least–most)\n${lines.join("")}`;
}
