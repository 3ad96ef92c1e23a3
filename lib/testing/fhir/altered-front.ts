import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the front received it. */
export interface FrontRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** The whole answer of the server behind the front. */
export interface FrontAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string | Buffer;
}

/** Returns the answer to send; `forward` asks the server. `cut` breaks the connection, `hang` never answers. */
export type Alter = (
  request: FrontRequest,
  forward: () => Promise<FrontAnswer>,
) => Promise<FrontAnswer | "cut" | "hang">;

/** A proxy before a FHIR server, for faults that the server itself cannot produce. */
export interface AlteredFront {
  baseUrl: string;
  alter: Alter;
  stop(): Promise<void>;
}

/** Starts the proxy on a free loopback port; it alters nothing at first. */
export async function startAlteredFront(target: { origin: string; baseUrl: string }): Promise<AlteredFront> {
  async function forwarded({ method, url, headers, body }: FrontRequest, host: string): Promise<FrontAnswer> {
    const { host: _host, connection: _connection, "content-length": _length, ...kept } = headers;
    const answer = await fetch(new URL(url, target.origin), {
      method,
      headers: { ...kept, "x-forwarded-host": host },
      ...(body.byteLength > 0 ? { body } : {}),
    });
    // `fetch` has unpacked the content.
    const { "content-length": _answered, "content-encoding": _packed, ...shown } = Object.fromEntries(answer.headers);
    return { status: answer.status, headers: shown, body: Buffer.from(await answer.arrayBuffer()) };
  }

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const body = new Uint8Array(Buffer.concat(await incoming.toArray()));
    const request = { method: incoming.method ?? "GET", url: incoming.url ?? "/", headers, body };
    const answer = await front.alter(request, () => forwarded(request, headers.host ?? ""));
    if (answer === "hang") return;
    if (answer === "cut") return void incoming.socket.destroy();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  const server = createServer((incoming, response) => {
    respond(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const front: AlteredFront = {
    baseUrl: `http://127.0.0.1:${port}${new URL(target.baseUrl).pathname}`,
    alter: (_request, forward) => forward(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return front;
}
