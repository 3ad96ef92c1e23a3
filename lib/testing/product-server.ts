import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { POST as receiveEmrEvent } from "#app/api/emr-events/[token]/route.ts";
import { POST as receiveEmrWebhook } from "#app/api/emr-webhooks/[token]/route.ts";
import { POST as receiveEvent } from "#app/api/webhooks/inbox/route.ts";
import { forgetSingleton } from "#lib/kernel/singleton";
import { type Handler, handlersOf } from "./api.ts";
import { describedRoutes } from "./described.ts";

/** This product's routes behind real HTTP, in this process. */
export interface ProductServer {
  /** Ends in /v1. */
  baseUrl: string;
  stop(): Promise<void>;
}

const paths = [...new Set(describedRoutes.map(({ path }) => path))].map((path) => ({
  path,
  pattern: new RegExp(`^/v1${path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));

async function routeOf(
  pathname: string,
  method: string,
): Promise<{ handler: Handler; params: Record<string, string> }> {
  const [, room, token] = /^\/v1\/(emr-events|emr-webhooks)\/([^/]+)$/.exec(pathname) ?? [];
  if (token !== undefined) {
    const receive = room === "emr-events" ? receiveEmrEvent : receiveEmrWebhook;
    const handler: Handler = (request) => receive(request, { params: Promise.resolve({ token }) });
    return { handler, params: {} };
  }
  if (pathname === "/api/webhooks/inbox") return { handler: receiveEvent, params: {} };
  // A path without parameters comes before one that has them.
  const found = paths
    .flatMap(({ path, pattern }) => {
      const match = pattern.exec(pathname);
      return match ? [{ path, params: { ...match.groups } }] : [];
    })
    .sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0];
  const handler = found && (await handlersOf(found.path))[method];
  if (!handler) throw new Error(`No route for ${method} ${pathname}`);
  return { handler, params: found.params };
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
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

/** Starts this product's routes on a free loopback port, as its public address. */
export async function startProductServer(): Promise<ProductServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
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
