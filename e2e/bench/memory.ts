import { setTimeout as pause } from "node:timers/promises";
import { type MeasuredProduct, startMeasured } from "../support/memory.ts";
import { setEmrLatency } from "./clinic-payments.ts";
import { startReceiver } from "./receiver.ts";
import { line } from "./report.ts";
import { carryThrough } from "./whole.ts";

/** Operations after which memory is looked at; OPERATIONS=1000,10000 for fewer. */
const LOOKS = (process.env.OPERATIONS ?? "10000,100000").split(",").map(Number);
/** What was used for the last operations is given back by then, where it is. */
const SETTLE_MS = 20_000;

interface Look {
  /** As the process tells itself: the least of some looks, as it goes up and down. */
  resident: number;
  /** What is left of it after a collection of its garbage: objects, and buffers outside of the heap. */
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

/** Prints each look once the next is begun, as that takes many minutes; gives the last. */
async function held(product: MeasuredProduct): Promise<string> {
  await setEmrLatency(product, 0);
  let text = `Memory of the serving process\n${row("idle", await lookAt(product))}`;
  const receiver = await startReceiver();
  let done = 0;
  let first: Look | undefined;
  for (const look of LOOKS) {
    process.stdout.write(text);
    const missing = look - done;
    let begun = 0;
    done += await carryThrough(product, receiver, {
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
 * What a serving process that has just started holds idle, and after so many operations that were carried through
 * whole; on a product of its own, as what other sections did would count.
 */
export async function memory(): Promise<string> {
  const product = await startMeasured({ RATE_LIMIT_PER_MINUTE: "1000000" });
  try {
    return await held(product);
  } finally {
    await product.end();
  }
}
