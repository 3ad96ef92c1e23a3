import { setTimeout as pause } from "node:timers/promises";
import { newDataDir, type Product, removeDataDir, startProduct } from "../support/product.ts";
import { setEmrLatency } from "./clinic-payments.ts";
import { startReceiver } from "./receiver.ts";
import { line } from "./report.ts";
import { carryThrough } from "./whole.ts";

/** Operations after which memory is looked at; OPERATIONS=1000,10000 for fewer. */
const LOOKS = (process.env.OPERATIONS ?? "10000,100000").split(",").map(Number);
/** What was used for the last operations is given back by then, where it is. */
const SETTLE_MS = 20_000;

/** Resident memory of the serving process in MiB, as it tells itself; the least of some looks, as it goes up and down. */
async function residentMiB({ demo }: Product): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < 5; look++) {
    await pause(SETTLE_MS / 5);
    const text = await (await fetch(`${demo.console_url}/api/metrics`)).text();
    looks.push(Number(/^crc_process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20);
  }
  return Math.min(...looks);
}

async function held(product: Product): Promise<string> {
  await setEmrLatency(product, 0);
  const idle = await residentMiB(product);
  const receiver = await startReceiver();
  let text = line("idle", `${idle.toFixed(0)} MiB`);
  process.stdout.write(text);
  let done = 0;
  let first = 0;
  for (const look of LOOKS) {
    const missing = look - done;
    let begun = 0;
    done += await carryThrough(product, receiver, {
      prefix: `memory-${look}`,
      more: () => begun++ < missing,
      carried: () => undefined,
    });
    const now = await residentMiB(product);
    first ||= now;
    const name = `after ${look.toLocaleString("en-US")} operations`;
    text += line(name, `${now.toFixed(0)} MiB`, `${(now / first).toFixed(2)} × the first`);
  }
  await receiver.stop();
  return text;
}

/**
 * What a serving process that has just started holds idle, and after so many operations that were carried through
 * whole; on a product of its own, as what other sections did would count.
 */
export async function memory(): Promise<string> {
  const dataDir = await newDataDir();
  const product = await startProduct({ dataDir, port: 0, variables: { RATE_LIMIT_PER_MINUTE: "1000000" } });
  try {
    return `Memory of the serving process\n${await held(product)}`;
  } finally {
    await product.stop();
    await removeDataDir(dataDir);
  }
}
