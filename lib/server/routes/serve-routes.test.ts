import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { afterEach, expect, it, vi } from "vitest";
import { jsonResponse } from "#lib/api/answer/error-response";
import { readJsonObject } from "#lib/kernel/body";
import type { HttpRequest } from "#lib/kernel/http-request";
import { logger } from "#lib/kernel/logger";
import { type RouteFunction, RouteTable } from "./route-table.ts";
import { serveRoutes } from "./serve-routes.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Serves a function as one route at `/v1/it`, and everything else by a framework that answers 418. */
async function serving(method: string, run: RouteFunction): Promise<number> {
  const table = new RouteTable();
  table.add(["v1", "it"], { [method]: run });
  const framework: RequestListener = (_request, response) => response.writeHead(418).end();
  const server = createServer(serveRoutes(table, null, "http://127.0.0.1", framework));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return (server.address() as AddressInfo).port;
}

async function ask(
  port: number,
  {
    method = "GET",
    path = "/v1/it",
    headers = {},
    body,
  }: { method?: string; path?: string; headers?: object; body?: string } = {},
) {
  const asked = httpRequest({ port, host: "127.0.0.1", method, path, headers: { ...headers } });
  asked.end(body);
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const LONG = { list: "x".repeat(5_000) };

it("calls the exported function of the method, HEAD by GET, and leaves all else to the framework", async () => {
  const port = await serving("GET", async ({ method, url }) => jsonResponse(200, { method, url }));
  expect((await ask(port, { path: "/v1/it?a=1" })).body.toString()).toBe(
    '{"method":"GET","url":"http://127.0.0.1/v1/it?a=1"}',
  );
  const head = await ask(port, { method: "HEAD" });
  expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  expect((await ask(port, { method: "PUT" })).status).toBe(418);
  expect((await ask(port, { path: "/v1/other" })).status).toBe(418);
});

it("compresses a long list as the client accepts it, and says that the response varies", async () => {
  const port = await serving("GET", async () => jsonResponse(200, LONG));
  const text = JSON.stringify(LONG);
  const inflate = { gzip: gunzipSync, zstd: zstdDecompressSync };
  for (const [accepted, expected] of [
    ["gzip, deflate, br", "gzip"],
    ["gzip, zstd;q=0.5", "zstd"],
    ["gzip;q=0, zstd;q=0", undefined],
    ["br", undefined],
  ] as const) {
    const { headers, body } = await ask(port, { headers: { "accept-encoding": accepted } });
    expect(headers["content-encoding"], accepted).toBe(expected);
    expect(headers.vary).toBe("Accept-Encoding");
    expect((expected ? inflate[expected](body) : body).toString()).toBe(text);
  }
});

it("does not compress a short response", async () => {
  const port = await serving("GET", async () => jsonResponse(200, { short: true }));
  const { headers } = await ask(port, { headers: { "accept-encoding": "gzip" } });
  expect(headers).not.toHaveProperty("content-encoding");
  expect(headers).not.toHaveProperty("vary");
});

it("answers a handler that stops reading, and the next request on the same connection", async () => {
  const port = await serving("POST", async (request) => jsonResponse(200, await readJsonObject(request)));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closing.push(() => agent.destroy());
  const send = async (body: string) => {
    const asked = httpRequest({
      port,
      host: "127.0.0.1",
      method: "POST",
      path: "/v1/it",
      agent,
      headers: { "content-type": "application/json" },
    });
    asked.end(body);
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    response.resume();
    await once(response, "end");
    return { status: response.statusCode, reused: asked.reusedSocket };
  };
  expect((await send(JSON.stringify({ text: "x".repeat(1_100_000) }))).status).toBe(413);
  expect(await send("{}")).toEqual({ status: 200, reused: true });
});

it("aborts the request's signal and cancels the body's source when the client leaves", async () => {
  const seen: { request?: HttpRequest } = {};
  const cancel = vi.fn();
  const port = await serving("GET", async (request) => {
    seen.request = request;
    // Asked for before the client leaves, as streams do.
    void request.signal;
    return new Response(new ReadableStream({ start: (body) => body.enqueue(Buffer.from("first")), cancel }));
  });
  const asked = httpRequest({ port, host: "127.0.0.1", path: "/v1/it" }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  await once(response, "data");
  expect(seen.request?.signal.aborted).toBe(false);
  asked.destroy();
  await vi.waitFor(() => expect(cancel).toHaveBeenCalled());
  expect(seen.request?.signal.aborted).toBe(true);
});

it("cuts the connection if a body fails after its beginning, so that no client takes it for whole", async () => {
  const port = await serving(
    "GET",
    async () =>
      new Response(
        new ReadableStream({
          start: (body) => body.enqueue(Buffer.from("first")),
          pull: async (body) => {
            await setImmediate();
            body.error(new Error("the rest is lost"));
          },
        }),
      ),
  );
  await expect(ask(port)).rejects.toThrow("aborted");
});

it("answers an exception of a handler with 500, and logs the route without its values", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => undefined);
  const port = await serving("GET", () => Promise.reject(new Error("a bug")));
  const { status, body } = await ask(port, { path: "/v1/it?patient_mrn=7" });
  const [fields] = logged.mock.lastCall ?? [];
  logged.mockRestore();
  expect(status).toBe(500);
  expect(body.toString()).not.toContain("a bug");
  expect(fields).toMatchObject({ route: "GET /v1/it" });
});
