import pg from "pg";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import type { Product } from "../support/product.ts";
import { demoApi, setEmrLatency } from "./clinic-payments.ts";
import { startReceiver } from "./receiver.ts";
import { line, spread } from "./report.ts";
import { carryThrough } from "./whole.ts";

const HELD_MINUTES = Number(process.env.HELD_MINUTES ?? "10");
const WINDOW_S = 20;
const WINDOWS = 3;

/**
 * Measures whole operations per second before, at the end of, and after a transaction that is held open in the
 * product's database, while operations go on: rows that it may still see cannot be removed.
 */
export async function heldTransaction(product: Product): Promise<string> {
  const api = demoApi(product);
  await setEmrLatency(api, 0);
  const { url } = await startEmbeddedPostgres({ dataDir: product.dataDir });
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  const receiver = await startReceiver();
  let number = 0;
  const during = async (seconds: number) => {
    const end = performance.now() + seconds * 1_000;
    const options = { prefix: `held-${number++}`, more: () => performance.now() < end, carried: () => undefined };
    return (await carryThrough(api, receiver, options)) / seconds;
  };
  const windows = async () => {
    const rates: number[] = [];
    for (let window = 0; window < WINDOWS; window++) rates.push(await during(WINDOW_S));
    return rates;
  };
  try {
    await during(WINDOW_S);
    const before = await windows();
    await holder.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await holder.query("SELECT count(*) FROM queue.entry");
    await during(HELD_MINUTES * 60 - WINDOWS * WINDOW_S);
    const held = await windows();
    await holder.query("COMMIT");
    const after = await windows();
    const row = (name: string, rates: number[]) => line(name, `${spread(rates, 0)}/s`);
    return (
      `Whole operations beside a transaction held open for ${HELD_MINUTES} minutes, windows of ${WINDOW_S} s, medians (least–most)\n` +
      row("before", before) +
      row("its last minute", held) +
      row("after", after)
    );
  } finally {
    await receiver.stop();
    await holder.end();
  }
}
