import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const ASK_EVERY_MS = 500;
const ASK_MS = 2_000;

/**
 * A proxy as docs/deploy.md describes it: each request goes over a connection of its own to one of the web processes whose
 * `/api/ready` was 200 when it was last asked, in turn, and to the next one if the connection is refused.
 */
export interface ReadyProxy {
  port: number;
  /** Resolves once a web process is ready, by its port. */
  ready(port: number): Promise<void>;
  stop(): Promise<void>;
}

/** Returns whether a process says that it can work. */
export const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/ready`, { signal: AbortSignal.timeout(ASK_MS) }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Sends a request with its whole body to the first port that accepts it; 502 if none does, or the answer breaks. */
function pass(asked: IncomingMessage, body: Buffer, answer: ServerResponse, ports: number[]): void {
  const [port, ...others] = ports;
  if (port === undefined) {
    answer.writeHead(502).end();
    return;
  }
  const { method, url, headers } = asked;
  const passed = request({ host: "127.0.0.1", port, method, path: url, headers, agent: false });
  passed.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED") pass(asked, body, answer, others);
    else if (answer.headersSent) answer.destroy();
    else answer.writeHead(502, { "x-broken": error.code ?? error.message }).end();
  });
  passed.on("response", (response) => {
    const { connection: _hopByHop, ...own } = response.headers;
    answer.writeHead(response.statusCode ?? 502, own);
    // The first bytes of a stream are its headers alone.
    answer.flushHeaders();
    response.on("error", () => answer.destroy());
    response.pipe(answer);
  });
  answer.on("close", () => passed.destroy());
  passed.end(body);
}

/** Starts the proxy on a free port; `ports` are those of the web processes, started or not. */
export async function startReadyProxy(ports: () => number[]): Promise<ReadyProxy> {
  const ready = new Set<number>();
  const stopping = new AbortController();
  let turn = 0;
  const server = createServer(async (asked, answer) => {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part);
    const open = ports().filter((port) => ready.has(port));
    const first = turn++ % Math.max(1, open.length);
    pass(asked, Buffer.concat(parts), answer, [...open.slice(first), ...open.slice(0, first)]);
  });
  const watch = async () => {
    while (!stopping.signal.aborted) {
      const states = await Promise.all(ports().map(async (port) => ({ port, is: await isReady(port) })));
      for (const { port, is } of states) {
        if (is) ready.add(port);
        else ready.delete(port);
      }
      await pause(ASK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const watching = watch();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async ready(port) {
      while (!ready.has(port) && !stopping.signal.aborted) await pause(ASK_EVERY_MS);
    },
    async stop() {
      stopping.abort();
      await watching;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
