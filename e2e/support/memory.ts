import { readFile } from "node:fs/promises";
import { commandOf } from "#lib/postgres/process-list";
import { freePort } from "./free-port.ts";
import { type Ask, type Inspector, inspect } from "./inspector.ts";
import { newDataDir, type Product, removeDataDir, startProduct } from "./product.ts";

/** Memory of a process after a garbage collection, in bytes. */
export interface Held {
  /** Objects and off-heap buffers. */
  objects: number;
  /** Resident memory, including freed memory that is kept for reuse. */
  resident: number;
}

/** A product on a new data directory whose serving process reports its memory. */
export interface MeasuredProduct extends Product {
  held(): Promise<Held>;
  /** Process id of the serving process. */
  server: number;
  /** Sends a command to the serving process's inspector. */
  ask: Ask;
  /** Stops the product and removes its data. */
  end(): Promise<void>;
}

/** Returns the process id of a launcher's serving process, from the operating system's list of its descendants. */
async function serverOf(launcher: number): Promise<number> {
  const children = async (pid: number): Promise<number[]> => {
    const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
    const direct = text.trim().split(" ").filter(Boolean).map(Number);
    return [...direct, ...(await Promise.all(direct.map(children))).flat()];
  };
  for (const pid of await children(launcher)) {
    if ((await commandOf(pid))?.includes("lib/server/server.ts")) return pid;
  }
  throw new Error("The product's serving process was not found");
}

/** Starts the product with access to its memory figures. Linux only, because it finds the process in /proc. */
export async function startMeasured(variables: Record<string, string>): Promise<MeasuredProduct> {
  const dataDir = await newDataDir();
  const port = await freePort();
  const product = await startProduct({
    dataDir,
    variables: { ...variables, NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` },
  });
  let inspector: Inspector | undefined;
  const end = async () => {
    inspector?.close();
    await product.stop();
    await removeDataDir(dataDir);
  };
  let server: number;
  try {
    server = await serverOf(product.process.pid ?? 0);
    inspector = await inspect(server, port);
  } catch (error) {
    await end();
    throw error;
  }
  const { ask } = inspector;
  const held = async (): Promise<Held> => {
    for (let time = 0; time < 3; time++) await ask("HeapProfiler.collectGarbage");
    const expression = "JSON.stringify(process.memoryUsage())";
    const { result } = await ask<{ result?: { value?: string } }>("Runtime.evaluate", {
      expression,
      returnByValue: true,
    });
    const { heapUsed, external, rss } = JSON.parse(result?.value ?? "{}") as NodeJS.MemoryUsage;
    return { objects: heapUsed + external, resident: rss };
  };
  return { ...product, held, server, ask, end };
}
