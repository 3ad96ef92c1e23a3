import { setTimeout as pause } from "node:timers/promises";
import { line, median, percentile } from "../bench/report.ts";
import { type ClinicClient, clinicClient, somePayment } from "../support/clinic-client.ts";
import { readFigures } from "../support/figures.ts";
import { type MeasuredProduct, startMeasured } from "../support/memory.ts";
import { type Healthy, startHealthy } from "./healthy.ts";
import { startHostile } from "./hostile.ts";

import { until } from "./until.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const PER_SECOND = 4;
const PER_ROUND = 120;
/** Number of healthy endpoints. */
const HEALTHY = 2;
/** Maximum relative growth of the healthy receivers' p99. */
const MAX_SHIFT = 0.1;
/**
 * Maximum growth of the server's memory after a garbage collection, from the first to the last round with hostile
 * receivers.
 */
const MAX_GROWTH_MB = 10;

/**
 * Posts payments at an even pace. Returns the milliseconds from each answer to its event's arrival at each healthy
 * receiver.
 */
async function round(client: ClinicClient, payment: object, healthy: Healthy[]): Promise<number[]> {
  const asked = Array.from({ length: PER_ROUND }, async (_, index) => {
    await pause((index * 1000) / PER_SECOND);
    const { job_id: jobId } = await client("POST", "/payments", payment);
    return { jobId: Number(jobId), answered: performance.now() };
  });
  const jobs = await Promise.all(asked);
  const latencies = jobs.map(({ jobId, answered }) =>
    healthy.map(({ arrivalOf }) =>
      until(`the event of job ${jobId} at a healthy receiver`, 120_000, async () => arrivalOf(jobId)).then((at) =>
        Math.max(0, at - answered),
      ),
    ),
  );
  return Promise.all(latencies.flat());
}

const register = async (client: ClinicClient, url: string): Promise<string> =>
  (await client("POST", "/webhook-endpoints", { url })).webhook_endpoint.id;

/** Measures a round while other receivers are registered beside the healthy ones, and removes them afterwards. */
async function roundBeside(
  others: { url: string }[],
  client: ClinicClient,
  payment: object,
  healthy: Healthy[],
): Promise<number[]> {
  const ids = await Promise.all(others.map(({ url }) => register(client, url)));
  try {
    return await round(client, payment, healthy);
  } finally {
    await Promise.all(ids.map((id) => client("DELETE", `/webhook-endpoints/${id}`)));
  }
}

/** Waits until no delivery to removed receivers is pending. */
async function quiet(client: ClinicClient): Promise<void> {
  await until("the end of what was meant for hostile receivers", 120_000, async () => {
    const { events } = await client("GET", "/events?delivery_status=pending&limit=1");
    return events.length === 0;
  });
}

const p99 = (latencies: number[]) => percentile(latencies, 0.99);
async function prove(product: MeasuredProduct, stop: AbortSignal): Promise<void> {
  const client = clinicClient(product.demo);
  await client("PATCH", "/sandbox/behavior", { latency_ms: 0 });
  const payment = await somePayment(client);
  const healthy = await Promise.all(Array.from({ length: HEALTHY }, startHealthy));
  const hostile = await startHostile(healthy[0]?.trap ?? "");
  // The same number of well-behaved receivers, so that the cost of more deliveries alone does not count.
  const quietOnes = await Promise.all(hostile.map(startHealthy));
  for (const { url } of healthy) await register(client, url);
  const rows: { without: number; beside: number; memory: number }[] = [];
  let arrived = 0;
  const measure = async (others: { url: string }[]) => {
    const latencies = await roundBeside(others, client, payment, healthy);
    arrived += latencies.length;
    return p99(latencies);
  };
  // The first round warms up.
  await measure(quietOnes);
  for (let number = 1; number <= ROUNDS && !stop.aborted; number++) {
    const without = await measure(quietOnes);
    const beside = await measure(hostile);
    for (const each of hostile) each.letGo();
    await quiet(client);
    const memory = (await product.held()).objects / 2 ** 20;
    rows.push({ without, beside, memory });
    process.stdout.write(
      line(
        `round ${number}`,
        `p99 ${without.toFixed(1)} ms beside as many healthy ones`,
        `${beside.toFixed(1)} ms beside hostile ones`,
        `${memory.toFixed(0)} MB`,
      ),
    );
  }
  const figures = await readFigures(product);
  for (const [name, count] of figures) {
    if (name.startsWith("crc_delivery_attempts_total{")) process.stdout.write(`${name} ${count}\n`);
  }
  for (const { name, met } of hostile) process.stdout.write(line(name, `${met()} times met`));
  const trapped = healthy.reduce((sum, each) => sum + each.trapped(), 0);
  const shift = median(rows.map(({ beside }) => beside)) / median(rows.map(({ without }) => without)) - 1;
  const growth = (rows.at(-1)?.memory ?? 0) - (rows[0]?.memory ?? 0);
  process.stdout.write(
    `healthy p99 shifts by ${(shift * 100).toFixed(1)} % (medians of ${rows.length} rounds of ${PER_ROUND} payments to ` +
      `${HEALTHY} healthy and ${hostile.length} hostile receivers); memory grew by ${growth.toFixed(0)} MB; ` +
      `redirects followed ${trapped}; events arrived ${arrived} of ${(2 * rows.length + 1) * PER_ROUND * HEALTHY}\n`,
  );
  await Promise.all([...healthy, ...quietOnes, ...hostile].map((each) => each.stop()));
  if (stop.aborted) return;
  if (trapped > 0) throw new Error("A redirect was followed");
  if (shift > MAX_SHIFT) throw new Error("Hostile receivers slow the healthy ones");
  if (growth > MAX_GROWTH_MB) throw new Error("Memory grows with what hostile receivers send");
}

/**
 * Measures healthy receivers beside six that hang, drip, pour, reset, redirect and break TLS: their p99, in rounds that
 * alternate with rounds beside six well-behaved ones, and the server's memory.
 */
export async function receivers(stop: AbortSignal): Promise<void> {
  const product = await startMeasured({ RATE_LIMIT_PER_MINUTE: "1000000" });
  try {
    await prove(product, stop);
  } finally {
    await product.end();
  }
}
