import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { commandOf } from "#lib/postgres/process-list";
import { freePort } from "./free-port.ts";
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
  /** Stops the product and removes its data. */
  end(): Promise<void>;
}

const OPENS_WITHIN_MS = 10_000;

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

/** Connects to the inspector, which opens shortly after the request for it. */
async function inspect(port: number): Promise<WebSocket> {
  const until = Date.now() + OPENS_WITHIN_MS;
  for (;;) {
    try {
      const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
        { webSocketDebuggerUrl: string },
      ];
      const socket = new WebSocket(target.webSocketDebuggerUrl);
      await once(socket, "open");
      return socket;
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(50);
    }
  }
}

function askerOf(socket: WebSocket) {
  let asked = 0;
  const waiting = new Map<number, (result: { result?: { value?: string } }) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
  });
  return (method: string, params: object = {}) =>
    new Promise<{ result?: { value?: string } }>((resolve) => {
      const id = ++asked;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
}

/** Starts the product with access to its memory figures. Linux only, because it finds the process in /proc. */
export async function startMeasured(variables: Record<string, string>): Promise<MeasuredProduct> {
  const dataDir = await newDataDir();
  const port = await freePort();
  const product = await startProduct({
    dataDir,
    variables: { ...variables, NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` },
  });
  let socket: WebSocket | null = null;
  const end = async () => {
    socket?.close();
    await product.stop();
    await removeDataDir(dataDir);
  };
  try {
    process.kill(await serverOf(product.process.pid ?? 0), "SIGUSR1");
    socket = await inspect(port);
  } catch (error) {
    await end();
    throw error;
  }
  const ask = askerOf(socket);
  const held = async (): Promise<Held> => {
    for (let time = 0; time < 3; time++) await ask("HeapProfiler.collectGarbage");
    const expression = "JSON.stringify(process.memoryUsage())";
    const { result } = await ask("Runtime.evaluate", { expression, returnByValue: true });
    const { heapUsed, external, rss } = JSON.parse(result?.value ?? "{}") as NodeJS.MemoryUsage;
    return { objects: heapUsed + external, resident: rss };
  };
  return { ...product, held, end };
}
