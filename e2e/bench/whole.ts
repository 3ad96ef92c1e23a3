import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import type { Product } from "../support/product.ts";
import { emptyJobsPerSecond } from "./boss-peer.ts";
import { type Api, clinicPayments, demoApi, setEmrLatency } from "./clinic-payments.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { line, median, spread } from "./report.ts";

const AT_A_TIME = 20;
const WINDOWS = 5;
const WINDOW_S = 12;
const PEER_JOBS = 10_000;
/** An operation whose webhook has not arrived within this time counts as lost. */
const LOST_AFTER_MS = 60_000;

/**
 * Posts payments with a fixed concurrency, each once the webhook of the previous one has arrived; calls `carried` at
 * each arrival. Returns the number of payments.
 */
export async function carryThrough(
  api: Api,
  receiver: Receiver,
  options: { prefix: string; atATime?: number; more: () => boolean; carried: () => void },
): Promise<number> {
  const payments = await clinicPayments(api);
  let posted = 0;
  const client = async () => {
    while (options.more()) {
      const name = `${options.prefix}-${posted++}`;
      const late = Promise.withResolvers<never>();
      const deadline = setTimeout(() => late.reject(new Error(`${name} was lost`)), LOST_AFTER_MS);
      const arrival = receiver.arrival(name);
      await payments.post(name, [receiver.url(name)]);
      await Promise.race([arrival, late.promise]);
      clearTimeout(deadline);
      options.carried();
    }
  };
  await Promise.all(Array.from({ length: options.atATime ?? AT_A_TIME }, client));
  return posted;
}

/**
 * Measures whole operations per second over a minute (accepted, written by the EMR, event sent, signed delivery
 * received), beside pg-boss handling empty jobs at full speed. Rejects if one was lost.
 */
export async function wholeOperations(product: Product): Promise<string> {
  const { url } = await startEmbeddedPostgres({ dataDir: product.dataDir });
  const api = demoApi(product);
  await setEmrLatency(api, 0);
  const receiver = await startReceiver();
  const windows = Array<number>(WINDOWS).fill(0);
  const since = performance.now();
  const windowNow = () => Math.floor((performance.now() - since) / (WINDOW_S * 1000));
  const posted = await carryThrough(api, receiver, {
    prefix: "whole",
    more: () => windowNow() < WINDOWS,
    carried() {
      const window = windowNow();
      if (window < WINDOWS) windows[window] = (windows[window] ?? 0) + 1;
    },
  });
  await receiver.stop();
  const rates = windows.map((carried) => carried / WINDOW_S);
  const peer: number[] = [];
  for (let round = 0; round < WINDOWS; round++) peer.push(await emptyJobsPerSecond(url, PEER_JOBS));
  const share = (100 * median(rates)) / median(peer);
  return (
    `Whole operations, ${AT_A_TIME} at a time, EMR latency 0, ${WINDOWS} windows of ${WINDOW_S} s on end, medians (least–most)\n` +
    line(
      "accepted → EMR → event → received",
      `${spread(rates, 0)}/s`,
      `${share.toFixed(1)} % of pg-boss`,
      `${posted} posted, 0 lost`,
    ) +
    line("pg-boss, empty jobs", `${spread(peer, 0)}/s`)
  );
}
