import pg from "pg";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { line, median } from "../bench/report.ts";
import { clinicClient, somePayment } from "../support/clinic-client.ts";
import { type OpenStream, openStream } from "../support/event-stream.ts";
import { readFigures } from "../support/figures.ts";
import { type MeasuredProduct, startMeasured } from "../support/memory.ts";
import type { Product } from "../support/product.ts";
import { until } from "./until.ts";

const CYCLES = 2_000;
const AT_ONCE = 10;
const LOOK_AFTER = 100;
/** Looks that do not count: the first ones themselves fill the heap by 1.5 MB, whatever streams there were. */
const FIRST_LOOKS = 10;
/** Payments whose stream messages are each used as a resume point. */
const PAYMENTS = 40;
/**
 * Maximum growth of the server's memory after a garbage collection, from the first five looks that count to the last
 * five: 2 kB per stream.
 */
const MAX_GROWTH_MB = 1;

/**
 * Returns the number of connections that listen for the streams' wake-ups: one, regardless of the number of streams.
 */
async function listeners({ dataDir }: Product): Promise<number> {
  // PostgreSQL already runs; the product that started it also stops it.
  const { url } = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name = 'crc-listen'",
    );
    return rows[0].count;
  } finally {
    await client.end();
  }
}

interface Look {
  heap: number;
  handles: number;
  listeners: number;
}

async function look(product: MeasuredProduct): Promise<Look> {
  // The server notices a dropped stream shortly afterwards.
  const figures = await until("the end of every dropped stream", 10_000, async () => {
    const found = await readFigures(product);
    return found.get("crc_streams_open") === 0 ? found : null;
  });
  return {
    heap: (await product.held()).objects / 2 ** 20,
    handles: figures.get("crc_nodejs_active_handles_total") ?? 0,
    listeners: await listeners(product),
  };
}

async function cycles(product: MeasuredProduct, stop: AbortSignal): Promise<void> {
  const looks: Look[] = [];
  for (let done = 0; done < CYCLES && !stop.aborted; done += AT_ONCE) {
    const opened = await Promise.all(Array.from({ length: AT_ONCE }, () => openStream(product.demo)));
    for (const each of opened) each.drop();
    if ((done + AT_ONCE) % LOOK_AFTER > 0) continue;
    const seen = await look(product);
    looks.push(seen);
    const { heap, handles, listeners: listening } = seen;
    process.stdout.write(
      line(`${done + AT_ONCE} cycles`, `heap ${heap.toFixed(1)} MB`, `${handles} handles`, `${listening} listeners`),
    );
  }
  if (stop.aborted) return;
  const [first, last] = [looks.slice(FIRST_LOOKS, FIRST_LOOKS + 5), looks.slice(-5)];
  const growth = median(last.map(({ heap }) => heap)) - median(first.map(({ heap }) => heap));
  const [few, many] = [looks[0], looks.at(-1)] as [Look, Look];
  process.stdout.write(
    `${CYCLES} streams connected and dropped: heap ${growth.toFixed(1)} MB more (medians of five looks in the middle and at the end), ` +
      `handles ${few.handles} → ${many.handles}, listeners ${few.listeners} → ${many.listeners}\n`,
  );
  if (growth > MAX_GROWTH_MB) throw new Error("The heap grows with streams that were dropped");
  if (many.handles > few.handles + AT_ONCE) throw new Error("Handles grow with streams that were dropped");
  if (many.listeners > few.listeners) throw new Error("Listeners grow with streams that were dropped");
}

async function pay({ demo }: Product, count: number): Promise<void> {
  const client = clinicClient(demo);
  const payment = await somePayment(client);
  await Promise.all(Array.from({ length: count }, () => client("POST", "/payments", payment)));
}

/** Reads a stream after an id up to the last message. Returns the ids. */
async function resume({ demo }: Product, from: string, last: string): Promise<string[]> {
  const stream: OpenStream = await openStream(demo, from);
  await stream.received(last);
  stream.drop();
  return stream.ids;
}

async function resumes(product: Product, stop: AbortSignal): Promise<void> {
  const witness = await openStream(product.demo);
  await pay(product, PAYMENTS);
  // An event of the demo's start may be among them.
  await until("every receipt on the stream", 60_000, async () => witness.receipts() >= PAYMENTS);
  witness.drop();
  const all = [...witness.ids];
  const last = all.at(-1) ?? "";
  let resumed = 0;
  for (const [index, from] of [witness.start, ...all.slice(0, -1)].entries()) {
    if (stop.aborted) return;
    const ids = await resume(product, from, last);
    if (ids.join() !== all.slice(index).join()) throw new Error(`A gap or a double after message ${index}`);
    resumed++;
  }
  process.stdout.write(`resumed from each of ${resumed} points of ${all.length} messages: no gap, no double\n`);
}

/**
 * Checks that dropped streams leave nothing behind, and that a stream resumes from any message without gap or
 * duplicate.
 */
export async function streams(stop: AbortSignal): Promise<void> {
  const product = await startMeasured({ RATE_LIMIT_PER_MINUTE: "1000000", STREAMS_PER_CALLER: "10000" });
  try {
    await resumes(product, stop);
    await cycles(product, stop);
  } finally {
    await product.end();
  }
}
