import { type Browser, chromium, type Page } from "@playwright/test";
import pg from "pg";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { findChromium } from "../chromium.ts";
import { clinicClient, somePayment } from "../support/clinic-client.ts";
import { type OpenStream, openStream } from "../support/event-stream.ts";
import { type MeasuredProduct, startMeasured } from "../support/memory.ts";
import { signIn } from "./console.ts";
import { line, median, percentile, spread } from "./report.ts";
import { startSsePeer } from "./sse-peer.ts";

const ROUNDS = 5;
/** Streams that each round of the memory measurement adds. */
const STEP = 200;
/** Other streams that are open; OTHERS=5000 for many. */
const OTHERS = Number(process.env.OTHERS ?? "500");
const PER_ROUND = 100;
/** Payments in progress at a time; the tray shows at least this many jobs. */
const AT_A_TIME = 4;
const SHOWN_WITHIN_MS = 60_000;
/** Long enough for the tray to show a job before its event is received. */
const EMR_LATENCY_MS = 400;

const kilobytes = (bytes: number) => bytes / 1024;

/** Measures the memory per open stream, round by round: objects, and resident memory. */
async function perStream(
  open: () => Promise<unknown>,
  held: () => Promise<{ objects: number; resident: number }>,
): Promise<{ objects: number[]; resident: number[] }> {
  const objects: number[] = [];
  const resident: number[] = [];
  // The first streams load code that all of them share.
  await Promise.all(Array.from({ length: STEP }, open));
  let before = await held();
  for (let round = 0; round < ROUNDS; round++) {
    for (let opened = 0; opened < STEP; opened += 20) await Promise.all(Array.from({ length: 20 }, open));
    const after = await held();
    objects.push(kilobytes(after.objects - before.objects) / STEP);
    resident.push(kilobytes(after.resident - before.resident) / STEP);
    before = after;
  }
  return { objects, resident };
}

async function memory(product: MeasuredProduct): Promise<string> {
  const streams: OpenStream[] = [];
  const ours = await perStream(
    async () => streams.push(await openStream(product.demo)),
    () => product.held(),
  );
  for (const stream of streams) stream.drop();
  const peer = await startSsePeer();
  const floor = await perStream(
    () => peer.open(),
    async () => ({ objects: await peer.held(), resident: await peer.resident() }),
  );
  await peer.stop();
  const row = (name: string, { objects, resident }: typeof ours) =>
    line(name, `${spread(objects, 1)} kB of objects`, `${spread(resident, 1)} kB resident`);
  return row("memory per open stream", ours) + row("of node:http alone", floor);
}

/** Returns a function that resolves with the time, by the page's clock, at which the tray showed a job as Completed. */
async function watchTray(page: Page): Promise<(jobId: number) => Promise<number>> {
  const shown = new Map<number, PromiseWithResolvers<number>>();
  const shownAt = (jobId: number) => {
    const known = shown.get(jobId) ?? Promise.withResolvers<number>();
    shown.set(jobId, known);
    return known;
  };
  await page.exposeFunction("reportShown", (jobId: number, at: number) => shownAt(jobId).resolve(at));
  await page.getByRole("button", { name: /^Recent jobs/ }).click();
  const tray = page.getByRole("dialog", { name: "Recent jobs" });
  await tray.waitFor();
  await tray.evaluate((element) => {
    const { reportShown } = window as typeof window & { reportShown: (jobId: number, at: number) => void };
    const seen = new Set<string>();
    const look = () => {
      const now = Date.now();
      for (const row of element.querySelectorAll("li")) {
        const text = row.textContent ?? "";
        const jobId = /\d+/.exec(text)?.[0];
        if (!jobId || seen.has(jobId) || !text.includes("Completed")) continue;
        seen.add(jobId);
        reportShown(Number(jobId), now);
      }
    };
    look();
    new MutationObserver(look).observe(element, { subtree: true, childList: true, characterData: true });
  });
  return (jobId) => {
    const { promise, reject } = shownAt(jobId);
    const deadline = setTimeout(() => reject(new Error(`Job ${jobId} was never shown as completed`)), SHOWN_WITHIN_MS);
    return promise.finally(() => clearTimeout(deadline));
  };
}

/** Returns when the webhook of each job was received, by the clock of the database, which runs on this machine. */
async function receivedAt({ dataDir }: MeasuredProduct, jobIds: number[]): Promise<Map<number, number>> {
  // PostgreSQL already runs; the product that started it also stops it.
  const { url } = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ job_id: string; received_at: Date }>(
      "SELECT envelope->>'job_id' AS job_id, received_at FROM inbox_receipt WHERE envelope->>'job_id' = ANY ($1)",
      [jobIds.map(String)],
    );
    return new Map(rows.map(({ job_id, received_at }) => [Number(job_id), received_at.getTime()]));
  } finally {
    await client.end();
  }
}

/** Measures the milliseconds from the receipt of each payment's webhook until the browser shows it. */
async function receipts(
  product: MeasuredProduct,
  shownAt: (jobId: number) => Promise<number>,
  payment: object,
): Promise<number[]> {
  const client = clinicClient(product.demo);
  const shown = new Map<number, number>();
  let left = PER_ROUND;
  const lane = async () => {
    while (left-- > 0) {
      const jobId = Number((await client("POST", "/payments", payment)).job_id);
      shown.set(jobId, await shownAt(jobId));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  const received = await receivedAt(product, [...shown.keys()]);
  return [...shown].map(([jobId, at]) => Math.max(0, at - (received.get(jobId) ?? Number.NaN)));
}

async function receiptToScreen(product: MeasuredProduct, browser: Browser): Promise<string> {
  const client = clinicClient(product.demo);
  await client("PATCH", "/sandbox/behavior", { latency_ms: EMR_LATENCY_MS });
  const payment = await somePayment(client);
  const { account, cookies } = await signIn(browser, product);
  const page = await (await browser.newContext({ storageState: cookies })).newPage();
  await page.goto(`${account}/claims`);
  const shownAt = await watchTray(page);
  const rounds = async () => {
    const found: { p50: number; p99: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const times = await receipts(product, shownAt, payment);
      found.push({ p50: percentile(times, 0.5), p99: percentile(times, 0.99) });
    }
    return found;
  };
  const row = (name: string, found: { p50: number; p99: number }[]) =>
    line(
      name,
      `p50 ${spread(
        found.map(({ p50 }) => p50),
        0,
      )} ms`,
      `p99 ${spread(
        found.map(({ p99 }) => p99),
        0,
      )} ms`,
    );
  await receipts(product, shownAt, payment);
  const alone = await rounds();
  const others: OpenStream[] = [];
  while (others.length < OTHERS) {
    const more = Math.min(100, OTHERS - others.length);
    others.push(...(await Promise.all(Array.from({ length: more }, () => openStream(product.demo)))));
  }
  const beside = await rounds();
  for (const each of others) each.drop();
  const times = median(beside.map(({ p99 }) => p99)) / median(alone.map(({ p99 }) => p99));
  return (
    row("receipt → browser, no other stream", alone) +
    row(`receipt → browser, ${OTHERS} others`, beside) +
    line("", `p99 ${times.toFixed(1)} × with the others`)
  );
}

/**
 * Measures the memory of an open stream, and the time from a webhook's receipt to a real browser's screen while many
 * streams are open.
 */
export async function streamCost(): Promise<string> {
  const product = await startMeasured({ RATE_LIMIT_PER_MINUTE: "1000000", STREAMS_PER_CALLER: "10000" });
  const found = await findChromium();
  const environment = { ...(process.env as Record<string, string>), ...found.env };
  const browser = await chromium.launch({ executablePath: found.executablePath, env: environment });
  try {
    const screen = await receiptToScreen(product, browser);
    const taken = await memory(product);
    return `Streams, ${ROUNDS} rounds of ${PER_ROUND} receipts and of ${STEP} streams, medians (least–most)\n${screen}${taken}`;
  } finally {
    await browser.close();
    await product.end();
  }
}
