import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import type { Product } from "../support/product.ts";
import { startBossPeer } from "./boss-peer.ts";
import { clinicPayments, demoApi, setEmrLatency } from "./clinic-payments.ts";
import { startReceiver } from "./receiver.ts";
import { line, median, percentile, spread } from "./report.ts";

const ROUNDS = 5;
const LOADS = [
  { name: "at rest, one at a time", atATime: 1, perRound: 40 },
  { name: "20 at a time", atATime: 20, perRound: 300 },
];

interface Percentiles {
  p50: number;
  p99: number;
}

/** Repeats a measurement with a fixed concurrency. Returns the percentiles of its results. */
async function repeat(measure: () => Promise<number>, atATime: number, count: number): Promise<Percentiles> {
  const times: number[] = [];
  let left = count;
  const lane = async () => {
    while (left-- > 0) times.push(await measure());
  };
  await Promise.all(Array.from({ length: atATime }, lane));
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/**
 * Returns a function that posts a payment and measures the milliseconds from its answer to the arrival of its webhook.
 */
async function paymentMeter(product: Product, receiver: Awaited<ReturnType<typeof startReceiver>>) {
  const payments = await clinicPayments(demoApi(product));
  let posted = 0;
  return async () => {
    const name = `payment-${posted++}`;
    const arrival = receiver.arrival(name);
    await payments.post(name, [receiver.url(name)]);
    const answered = performance.now();
    return Math.max(0, (await arrival) - answered);
  };
}

function row(name: string, rounds: Percentiles[], floor?: Percentiles[]): string {
  const cells = (["p50", "p99"] as const).flatMap((figure) => {
    const figures = rounds.map((round) => round[figure]);
    const times = floor && median(figures) / median(floor.map((round) => round[figure]));
    return [`${figure} ${spread(figures, 1)} ms`, times ? `${times.toFixed(1)} × pg-boss` : ""];
  });
  return line(name, ...cells);
}

/**
 * Measures the time from a POST's answer to the arrival of its signed webhook at a real HTTP receiver, with an EMR
 * without latency. The rounds alternate with pg-boss's time from a send to the start of its job on the same PostgreSQL.
 */
export async function webhookLatency(product: Product): Promise<string> {
  // PostgreSQL already runs; the product that started it also stops it.
  const { url } = await startEmbeddedPostgres({ dataDir: product.dataDir });
  await setEmrLatency(demoApi(product), 0);
  const receiver = await startReceiver();
  const measure = await paymentMeter(product, receiver);
  let text = "";
  for (const { name, atATime, perRound } of LOADS) {
    const peer = await startBossPeer(url, atATime);
    const [webhooks, starts]: [Percentiles[], Percentiles[]] = [[], []];
    await repeat(measure, atATime, perRound);
    await repeat(peer.sendToStart, atATime, perRound);
    for (let round = 0; round < ROUNDS; round++) {
      webhooks.push(await repeat(measure, atATime, perRound));
      starts.push(await repeat(peer.sendToStart, atATime, perRound));
    }
    await peer.stop();
    text += row(`POST → webhook, ${name}`, webhooks, starts) + row(`pg-boss send → start, ${name}`, starts);
  }
  await receiver.stop();
  return `Webhooks, EMR latency 0, ${ROUNDS} rounds of ${LOADS.map((each) => each.perRound).join(" and ")}, medians (least–most)\n${text}`;
}
