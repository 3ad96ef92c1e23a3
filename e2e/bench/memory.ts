import { setTimeout as pause } from "node:timers/promises";
import { type MeasuredProduct, startMeasured } from "../support/memory.ts";
import { demoApi, setEmrLatency } from "./clinic-payments.ts";
import { startReceiver } from "./receiver.ts";
import { line } from "./report.ts";
import { carryThrough } from "./whole.ts";

/** Numbers of operations after which memory is measured; OPERATIONS=1000,10000 for a shorter run. */
const LOOKS = (process.env.OPERATIONS ?? "10000,100000").split(",").map(Number);
/** Pause before a measurement, in which the process returns memory that the last operations used. */
const SETTLE_MS = 20_000;

interface Look {
  /** Resident memory as the process reports it: the minimum of several samples, because it fluctuates. */
  resident: number;
  /** Objects and off-heap buffers after a garbage collection. */
  objects: number;
}

const mebibytes = (bytes: number) => bytes / 2 ** 20;

async function lookAt(product: MeasuredProduct): Promise<Look> {
  const resident: number[] = [];
  for (let look = 0; look < 5; look++) {
    await pause(SETTLE_MS / 5);
    const text = await (await fetch(`${product.demo.console_url}/api/metrics`)).text();
    resident.push(mebibytes(Number(/^crc_process_resident_memory_bytes (\S+)/m.exec(text)?.[1])));
  }
  return { resident: Math.min(...resident), objects: mebibytes((await product.held()).objects) };
}

const row = (name: string, { resident, objects }: Look, first?: Look): string =>
  line(
    name,
    `${resident.toFixed(0)} MiB resident`,
    `${objects.toFixed(1)} MiB of objects`,
    first ? `${(resident / first.resident).toFixed(2)} × and ${(objects / first.objects).toFixed(2)} × the first` : "",
  );

/** Prints each measurement before the next begins, because it takes many minutes. Returns the last. */
async function held(product: MeasuredProduct): Promise<string> {
  await setEmrLatency(demoApi(product), 0);
  let text = `Memory of the serving process\n${row("idle", await lookAt(product))}`;
  const receiver = await startReceiver();
  let done = 0;
  let first: Look | undefined;
  for (const look of LOOKS) {
    process.stdout.write(text);
    const missing = look - done;
    let begun = 0;
    done += await carryThrough(demoApi(product), receiver, {
      prefix: `memory-${look}`,
      more: () => begun++ < missing,
      carried: () => undefined,
    });
    const now = await lookAt(product);
    first ??= now;
    text = row(`after ${look.toLocaleString("en-US")} operations`, now, first);
  }
  await receiver.stop();
  return text;
}

/**
 * Measures the memory of a fresh serving process when idle and after numbers of completed operations. It starts another
 * product, because the other sections would distort the figures.
 */
export async function memory(): Promise<string> {
  const product = await startMeasured({ RATE_LIMIT_PER_MINUTE: "1000000" });
  try {
    return await held(product);
  } finally {
    await product.end();
  }
}
