import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { LOOPBACK } from "./addresses.ts";
import { makeAgent, type Resolve } from "./agent.ts";
import { type EmrClient, type EmrRequest, EmrUnanswered, emrClient } from "./emr-client.ts";

const policy = { privateBlocks: LOOPBACK };
const servers: Server[] = [];
const agents: ReturnType<typeof makeAgent>[] = [];

/** Starts an EMR on a free loopback port. Returns its origin. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function client(linked: { baseUrl: string; tokenUrl?: string }, resolve?: Resolve): EmrClient {
  const dispatcher = makeAgent({ policy, ...(resolve ? { resolve } : {}) });
  agents.push(dispatcher);
  return emrClient(linked, { policy, dispatcher });
}

const credentials: EmrRequest = { headers: { authorization: "Bearer secret" } };

afterEach(async () => {
  for (const each of agents.splice(0)) await each.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe("a request to a linked EMR", () => {
  it("sends method, headers and body, and returns the whole response of any status", async () => {
    const origin = await serve((request, response) => {
      const seen = `${request.method} ${request.url} ${request.headers.authorization}`;
      request.on("data", (chunk) => response.writeHead(409, { "X-Seen": seen }).end(`got ${chunk}`));
    });
    const send = client({ baseUrl: `${origin}/v1` });
    const { status, headers, body } = await send(`${origin}/v1/payments`, {
      ...credentials,
      method: "POST",
      body: "{}",
    });
    expect([status, headers["x-seen"], body.toString()]).toEqual([409, "POST /v1/payments Bearer secret", "got {}"]);
  });

  it("never sends anything to another origin, such as the one of a next or attachment link", async () => {
    let met = 0;
    const stranger = await serve((_request, response) => {
      met++;
      response.end();
    });
    const origin = await serve((_request, response) => response.end());
    const send = client({ baseUrl: `${origin}/v1`, tokenUrl: `${stranger}/token` });
    for (const address of [
      `${stranger}/v1/appointments?page=2`,
      `${stranger}/token/other`,
      `${stranger}/token?x=1`,
      origin.replace("http:", "https:"),
      "/appointments",
      "file:///etc/passwd",
    ]) {
      await expect(send(address, credentials)).rejects.toMatchObject({
        kind: "refused",
        sent: false,
        message: "The address leads away from the linked EMR",
      });
    }
    expect(met).toBe(0);
    expect((await send(`${stranger}/token`, credentials)).status).toBe(200);
    expect((await send(`${origin}/anywhere`, credentials)).status).toBe(200);
    expect(met).toBe(1);
  });

  it("refuses a user name in an address", async () => {
    const origin = await serve((_request, response) => response.end());
    const send = client({ baseUrl: origin });
    await expect(send(origin.replace("//", "//me:pass@"))).rejects.toMatchObject({ kind: "refused" });
  });

  it("follows no redirect", async () => {
    let met = 0;
    const inside = await serve((_request, response) => {
      met++;
      response.end();
    });
    const origin = await serve((_request, response) => response.writeHead(307, { location: inside }).end());
    expect((await client({ baseUrl: origin })(origin, credentials)).status).toBe(307);
    expect(met).toBe(0);
  });

  it("is ended by one deadline over status line and body", async () => {
    let drip: NodeJS.Timeout | undefined;
    const origin = await serve((request, response) => {
      if (request.url === "/silent") return;
      response.writeHead(200);
      drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
    });
    const send = client({ baseUrl: origin });
    for (const path of ["silent", "dripping"]) {
      await expect(send(`${origin}/${path}`, { deadlineMs: 200 })).rejects.toMatchObject({
        kind: "timed_out",
        sent: true,
      });
    }
  });

  it("is ended by the caller's signal, and not begun if that has fired", async () => {
    const arrived = Promise.withResolvers<void>();
    const origin = await serve(() => arrived.resolve());
    const send = client({ baseUrl: origin });
    const caller = new AbortController();
    const asked = send(origin, { signal: caller.signal });
    void arrived.promise.then(() => caller.abort());
    await expect(asked).rejects.toMatchObject({ kind: "aborted", sent: true });
    await expect(send(origin, { signal: caller.signal })).rejects.toMatchObject({ kind: "aborted", sent: false });
  });

  it("reads no more of a body than its limit", async () => {
    const origin = await serve((_request, response) => response.end(Buffer.alloc(1_001)));
    const send = client({ baseUrl: origin });
    expect((await send(origin, { maxBytes: 1_001 })).body).toHaveLength(1_001);
    await expect(send(origin, { maxBytes: 1_000 })).rejects.toMatchObject({ kind: "too_large", sent: true });
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("unpacks a body that came as %s, within the same limit", async (encoding, pack) => {
    const origin = await serve((request, response) => {
      response.setHeader("content-encoding", encoding);
      response.end(request.url === "/broken" ? "not packed" : pack(Buffer.alloc(1_001, "a")));
    });
    const send = client({ baseUrl: origin });
    expect((await send(origin, { maxBytes: 1_001 })).body.toString()).toBe("a".repeat(1_001));
    await expect(send(origin, { maxBytes: 1_000 })).rejects.toMatchObject({ kind: "too_large", sent: true });
    await expect(send(`${origin}/broken`)).rejects.toMatchObject({ kind: "failed", sent: true });
  });

  it("distinguishes a connection that was never made from one that broke", async () => {
    const origin = await serve((request) => request.socket.destroy());
    await expect(client({ baseUrl: origin })(origin)).rejects.toMatchObject({
      kind: "failed",
      sent: true,
      message: "The connection to the EMR broke (UND_ERR_SOCKET)",
    });
    const nobody = client({ baseUrl: "http://127.0.0.1:1" });
    await expect(nobody("http://127.0.0.1:1/")).rejects.toMatchObject({
      kind: "failed",
      sent: false,
      message: "No connection to the EMR (ECONNREFUSED)",
    });
    await expect(client({ baseUrl: origin.replace("http:", "https:") })(origin.replace("http:", "https:")))
      .rejects //
      .toMatchObject({ kind: "failed", sent: false });
  });

  it("checks the address behind a name each time it is dialled", async () => {
    const origin = await serve((_request, response) => response.writeHead(200, { connection: "close" }).end());
    const named = origin.replace("127.0.0.1", "emr.test");
    const answers = ["127.0.0.1", "169.254.169.254"];
    const send = client({ baseUrl: named }, async () => [{ address: answers.shift() ?? "10.0.0.1", family: 4 }]);
    expect((await send(named, credentials)).status).toBe(200);
    const refused: unknown = await send(named, credentials).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(EmrUnanswered);
    expect(refused).toMatchObject({
      kind: "refused",
      sent: false,
      message: "The EMR's address must not lead to a private, loopback, link-local or reserved address",
    });
  });

  it("is refused before any lookup if the address itself is private", async () => {
    const send = emrClient({ baseUrl: "https://10.0.0.1/v1" }, { policy: { privateBlocks: [] } });
    await expect(send("https://10.0.0.1/v1/locations")).rejects.toMatchObject({ kind: "refused", sent: false });
  });
});
