import type { Browser, Page } from "@playwright/test";
import type { SignedIn } from "./first-view.ts";
import { line, median, percentile } from "./report.ts";

/** Minimum duration that Chromium's event timing reports. */
const MIN_MS = 16;
const SWITCHES = 10;
const TEXT = "Palpitations for two weeks, worse at night and on the stairs; no chest pain. Please see her soon.";
const FRAMES = 300;

/**
 * Records the time of each input event of these kinds until the next paint. Returns a function that reads and clears
 * the list.
 */
async function watchInput(page: Page, kinds: string[]): Promise<() => Promise<number[]>> {
  await page.evaluate(
    ({ kinds, shortest }) => {
      const took: number[] = [];
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries()) if (kinds.includes(name)) took.push(duration);
      }).observe({ type: "event", durationThreshold: shortest } as PerformanceObserverInit);
      Object.assign(window, { took });
    },
    { kinds, shortest: MIN_MS },
  );
  return () => page.evaluate(() => (window as typeof window & { took: number[] }).took.splice(0));
}

const milliseconds = (figure: number) => (figure <= MIN_MS ? `≤ ${MIN_MS} ms` : `${figure.toFixed(0)} ms`);

/** Adds the inputs that were too quick to be reported, at the minimum duration. */
const withQuick = (took: number[], inputs: number): number[] => [
  ...took,
  ...Array.from({ length: Math.max(0, inputs - took.length) }, () => MIN_MS),
];

async function typing(page: Page, state: SignedIn): Promise<string> {
  await page.goto(`${state.account}/activity?new=referrals:create`);
  const field = page.getByLabel("Reason", { exact: false }).first();
  await field.click();
  const read = await watchInput(page, ["keydown"]);
  await page.keyboard.type(TEXT, { delay: 40 });
  const took = withQuick(await read(), TEXT.length);
  const [middle, most] = [median(took), percentile(took, 0.98)];
  return line("key to paint, longest form", `p50 ${milliseconds(middle)}`, `p98 ${milliseconds(most)}`);
}

async function switching(page: Page, state: SignedIn): Promise<string> {
  await page.goto(`${state.account}/providers`);
  const label = page.locator("label").filter({ has: page.getByRole("switch", { name: /shown in availability/ }) });
  await label.first().waitFor();
  const read = await watchInput(page, ["pointerdown", "pointerup", "click"]);
  const took: number[] = [];
  for (let count = 0; count < SWITCHES; count++) {
    const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
    await label.first().click();
    await answered;
    took.push(Math.max(MIN_MS, ...(await read())));
  }
  return line(
    "click to paint, provider switch",
    `p50 ${milliseconds(median(took))}`,
    `most ${milliseconds(Math.max(...took))}`,
  );
}

/** Scrolls by a wheel step per frame. Returns the milliseconds between frames. */
const scroll = (page: Page): Promise<number[]> =>
  page.evaluate(async (frames) => {
    const gaps: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let frame = 0; frame < frames; frame++) {
      window.scrollBy(0, 120);
      const now = await new Promise<number>(requestAnimationFrame);
      gaps.push(now - last);
      last = now;
    }
    return gaps;
  }, FRAMES);

const dropped = (gaps: number[]): number =>
  gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1_000 / 60)) - 1), 0);

async function scrolling(page: Page, state: SignedIn, address: string, rows: number): Promise<string> {
  await page.goto("about:blank");
  await page.setContent(`<div style="height:${FRAMES * 200}px;background:linear-gradient(#fff,#000)"></div>`);
  const floor = await scroll(page);
  await page.goto(`${state.account}/${address}`);
  await page.getByRole("table", { name: "Appointments" }).getByRole("button").nth(10).waitFor();
  const gaps = await scroll(page);
  const cells = (all: number[]) => [
    `${dropped(all)} of ${FRAMES} frames`,
    `p99 ${percentile(all, 0.99).toFixed(0)} ms`,
  ];
  return line(`scrolling ${rows} appointments`, ...cells(gaps)) + line("scrolling an empty page", ...cells(floor));
}

/** Measures typing, switching and scrolling in a real browser. `table` lists `rows` appointments. */
export async function smoothness(
  browser: Browser,
  state: SignedIn,
  table: { address: string; rows: number },
): Promise<string> {
  const context = await browser.newContext({ storageState: state.cookies, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  try {
    const text = [await typing(page, state), await switching(page, state)];
    text.push(await scrolling(page, state, table.address, table.rows));
    return `Input and scrolling; times below ${MIN_MS} ms are not distinguished\n${text.join("")}`;
  } finally {
    await context.close();
  }
}
