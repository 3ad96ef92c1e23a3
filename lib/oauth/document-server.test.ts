import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchMetadataDocument } from "./metadata-document.ts";

const CLIENT = "https://assistant.example/client.json";
const DOCUMENT = JSON.stringify({
  client_id: CLIENT,
  client_name: "Published assistant",
  redirect_uris: ["https://assistant.example/callback"],
});

let server: Server;
let origin: string;
let answer: RequestListener;
let asked: string[];

// A server of the test stands for the public host, which none reaches from here: everything else is the real fetch, with
// the limits that the document is read under.
vi.mock("#lib/egress/guarded-fetch", async (original) => {
  const real = await original<typeof import("#lib/egress/guarded-fetch")>();
  return {
    guardedFetch: (_policy: unknown, limits: Parameters<typeof real.guardedFetch>[1]) => {
      const ask = real.guardedFetch(null, limits);
      return (url: string, options: Parameters<typeof ask>[1]) =>
        ask(url.replace("https://assistant.example", origin), options);
    },
  };
});

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const json = (text: string | Buffer, headers: Record<string, string> = {}): RequestListener => {
  return (_request, response) => response.writeHead(200, { "content-type": "application/json", ...headers }).end(text);
};
const padded = (bytes: number) => `${DOCUMENT}${" ".repeat(bytes - DOCUMENT.length)}`;

it("a document that is right is read, also packed and as large as it may be", async () => {
  for (const right of [
    json(DOCUMENT),
    json(padded(16_384)),
    json(gzipSync(DOCUMENT), { "content-encoding": "gzip" }),
  ]) {
    answer = right;
    expect((await fetchMetadataDocument(CLIENT))?.name).toBe("Published assistant");
  }
});

it.each<[string, RequestListener]>([
  ["too large", json(padded(16_385))],
  [
    "endless",
    (_request, response) => {
      const timer = setInterval(() => response.write(" ".repeat(1_000)), 1);
      response.on("close", () => clearInterval(timer));
    },
  ],
  ["small, and too large once it is unpacked", json(gzipSync(padded(1_000_000)), { "content-encoding": "gzip" })],
  ["said to be gzip, but none", json(DOCUMENT, { "content-encoding": "gzip" })],
  ["led on to another address", (_request, response) => response.writeHead(302, { location: "/other.json" }).end()],
  [
    "led on to an address of the deployment's own network",
    (_request, response) => {
      response.writeHead(307, { location: "http://169.254.169.254/latest/meta-data/" }).end();
    },
  ],
  [
    "cut off",
    (_request, response) => {
      response.writeHead(200, { "content-length": "5000" }).write(DOCUMENT);
      setTimeout(() => response.destroy(), 20).unref();
    },
  ],
  ["a page", json("<!doctype html><title>Not found</title>")],
  ["empty", json("")],
  ["JSON of another kind", json("7")],
  ["about another client", json(DOCUMENT.replace("client.json", "other.json"))],
  ["about this client with another letter case", json(DOCUMENT.replace("client.json", "Client.json"))],
])("one that is %s names no client, and nothing else is asked", async (_case, given) => {
  answer = given;
  expect(await fetchMetadataDocument(CLIENT)).toBeNull();
  expect(asked).toEqual(["/client.json"]);
});

it("a server that does not end its answer is left after 5 s", { tags: "long" }, async () => {
  for (const slow of [
    () => undefined,
    (_request, response) => void response.writeHead(200, { "content-type": "application/json" }).write("{"),
  ] satisfies RequestListener[]) {
    answer = slow;
    const before = performance.now();
    expect(await fetchMetadataDocument(CLIENT)).toBeNull();
    expect(performance.now() - before).toBeGreaterThan(4_500);
    expect(performance.now() - before).toBeLessThan(8_000);
  }
});
