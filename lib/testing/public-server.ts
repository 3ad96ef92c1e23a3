import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { forgetSingleton } from "#lib/kernel/singleton";
import type { Handler } from "./api.ts";

/** Routes of this product behind real HTTP, in this process. */
export interface PublicServer {
  /** Ends in /v1. */
  baseUrl: string;
  stop(): Promise<void>;
}

/** Returns the handler of a request and the parameters of its path; rejects if there is none. */
type RouteOf = (pathname: string, method: string) => Promise<{ handler: Handler; params: Record<string, string> }>;

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

async function answer(routeOf: RouteOf, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
  const method = request.method ?? "GET";
  const { handler, params } = await routeOf(url.pathname, method);
  const body = await bodyOf(request);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const sent = new Request(url, { method, headers, ...(body.byteLength > 0 ? { body } : {}) });
  const given = await handler(sent, { params: Promise.resolve(params) });
  response.writeHead(given.status, Object.fromEntries(given.headers));
  response.end(Buffer.from(await given.arrayBuffer()));
}

/** Starts routes of this product on a free loopback port, as its public address. */
export async function startPublicServer(routeOf: RouteOf): Promise<PublicServer> {
  const server = createServer((request, response) => {
    answer(routeOf, request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const before = process.env.PUBLIC_URL;
  process.env.PUBLIC_URL = `http://127.0.0.1:${port}`;
  forgetSingleton("environment");
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async stop() {
      if (before === undefined) delete process.env.PUBLIC_URL;
      else process.env.PUBLIC_URL = before;
      forgetSingleton("environment");
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
