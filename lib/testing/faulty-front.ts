import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The end of a request: `lost` before the server; `cut`, or answered as if it had `failed` or was `refused`, after the
 * server has done it.
 */
export type RequestEnd = "answered" | "lost" | "cut" | "failed" | "refused";

/** A reverse proxy before a server, which adds the faults of a bad network and of a limited server. */
export interface FaultyFront {
  origin: string;
  /** True to answer 503 instead of forwarding. */
  out: boolean;
  /** True to forward each request that writes, and to cut its answer. */
  cuts: boolean;
  /** Returns the end of a request to a path; by default all are answered, unless `cuts`. */
  endOf(method: string, path: string): RequestEnd;
  /** Answers 429 once as many further requests were forwarded; null for any number. */
  limit(calls: number | null): void;
  stop(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

const refuse = (response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}) =>
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify({ success: false, message }));

/** Starts the proxy on a free loopback port. */
export async function startFaultyFront(target: string): Promise<FaultyFront> {
  let left: { calls: number; of: number } | null = null;

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET" } = request;
    const { host: _host, connection: _connection, ...kept } = request.headers;
    const headers = new Headers(Object.entries(kept).map(([name, value]) => [name, String(value)]));
    headers.set("x-forwarded-host", new URL(front.origin).host);
    const body = await bodyOf(request);
    if (front.out) return void refuse(response, 503, "Out of service");
    if (left && left.calls-- <= 0) {
      const limited = { "retry-after": "30", "ratelimit-limit": String(left.of) };
      return void refuse(response, 429, "Too many requests", limited);
    }
    const end = front.endOf(method, request.url ?? "/");
    if (end === "lost") return void request.socket.destroy();
    const sent = { method, headers, ...(body.byteLength > 0 ? { body } : {}) };
    const answer = await fetch(new URL(request.url ?? "/", target), sent);
    const content = Buffer.from(await answer.arrayBuffer());
    if (end === "cut") return void request.socket.destroy();
    if (end === "failed") return void refuse(response, 502, "Bad gateway");
    if (end === "refused") return void refuse(response, 422, "The record is locked by another user");
    // `fetch` has unpacked the content.
    const { "content-encoding": _packed, ...shown } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, shown).end(content);
  }

  const server = createServer((request, response) => {
    forward(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const front: FaultyFront = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    out: false,
    cuts: false,
    endOf: (method) => (front.cuts && method !== "GET" ? "cut" : "answered"),
    limit(calls) {
      left = calls === null ? null : { calls, of: calls };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return front;
}
