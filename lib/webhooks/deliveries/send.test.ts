import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { LOOPBACK } from "#lib/egress/addresses";
import { makeAgent, type Resolve } from "#lib/egress/agent";
import { send } from "./send.ts";

const DEADLINE_MS = 400;
const servers: Server[] = [];
const agents: ReturnType<typeof makeAgent>[] = [];

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

function agent(options: Partial<Parameters<typeof makeAgent>[0]> = {}) {
  const made = makeAgent({ policy: { privateBlocks: LOOPBACK }, ...options });
  agents.push(made);
  return made;
}

const post = (url: string, dispatcher = agent(), deadlineMs = DEADLINE_MS) =>
  send(
    { url, headers: { "content-type": "application/json", "webhook-id": "evt" }, body: "{}", dispatcher },
    deadlineMs,
  );

afterEach(async () => {
  for (const each of agents.splice(0)) await each.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe("receivers", () => {
  it("returns a response's status and Retry-After", async () => {
    const port = await serve((request, response) => {
      expect(request.method).toBe("POST");
      expect(request.headers).toMatchObject({ "content-type": "application/json", "webhook-id": "evt" });
      response.writeHead(429, { "retry-after": "7" }).end("later");
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      kind: "answered",
      statusCode: 429,
      retryAfter: "7",
    });
  });

  it("time out if they never answer", async () => {
    const port = await serve(() => undefined);
    const outcome = await post(`http://127.0.0.1:${port}/`);
    expect(outcome.kind).toBe("timed_out");
    expect(outcome.durationMs).toBeLessThan(DEADLINE_MS + 1_000);
  });

  it.each([
    ["beyond the deadline", 200, DEADLINE_MS],
    ["for long", 200, 15_000],
    ["for long with a failure", 503, 15_000],
  ])(
    "that send %s are judged by their status %i; the received part is stored and the connection closed",
    async (_how, status, deadlineMs) => {
      const closed = Promise.withResolvers<void>();
      const port = await serve((_request, response) => {
        response.writeHead(status, { "retry-after": "7" });
        const drip = setInterval(() => response.write("."), 20);
        response.on("close", () => {
          clearInterval(drip);
          closed.resolve();
        });
      });
      const began = performance.now();
      const outcome = await post(`http://127.0.0.1:${port}/`, agent(), deadlineMs);
      expect(outcome).toMatchObject({ kind: "answered", statusCode: status, retryAfter: "7", answer: { cut: true } });
      expect(outcome.kind === "answered" && Buffer.from(outcome.answer.body).toString()).toMatch(/^\.+$/);
      // A slow body must not hold a place in the queue.
      expect(performance.now() - began).toBeLessThan(4_000);
      await closed.promise;
    },
  );

  it("whose body breaks off are judged by their status", async () => {
    const port = await serve((request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("half", () => request.socket.destroy());
    });
    const outcome = await post(`http://127.0.0.1:${port}/`, agent(), 10_000);
    expect(outcome).toMatchObject({ kind: "answered", statusCode: 200, answer: { cut: true } });
  });

  it("have short answers stored whole", async () => {
    const port = await serve((_request, response) => response.end("taken"));
    const outcome = await post(`http://127.0.0.1:${port}/`, agent(), 10_000);
    expect(outcome).toMatchObject({ kind: "answered", answer: { body: Buffer.from("taken"), cut: false } });
  });

  it("have only the beginning of a huge answer read", async () => {
    let sent = 0;
    let closed: Promise<unknown> | undefined;
    const port = await serve((_request, response) => {
      closed = once(response, "close");
      response.writeHead(200);
      const chunk = Buffer.alloc(65_536);
      const pour = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        sent += chunk.length;
      };
      response.on("drain", pour);
      pour();
    });
    expect(await post(`http://127.0.0.1:${port}/`, agent(), 10_000)).toMatchObject({
      kind: "answered",
      statusCode: 200,
    });
    await closed;
    expect(sent).toBeLessThan(50_000_000);
  });

  it("cannot redirect a request", async () => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked++;
      response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: "answered", statusCode: 302 });
    expect(asked).toBe(1);
  });

  it("have a lost connection reported by its code only", async () => {
    const port = await serve((request) => request.socket.destroy());
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
      kind: "failed",
      reason: "Connection failed (UND_ERR_SOCKET)",
    });
  });
});

describe("TLS", () => {
  it.each([
    ["at a server with another protocol", "1603030002ffff1603"],
    ["at a server without TLS", Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").toString("hex")],
    ["at a server that closes at once", ""],
  ])("a failure %s is reported by its code only", async (_how, answer) => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end(Buffer.from(answer, "hex")));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const outcome = await post(`https://127.0.0.1:${port}/`, agent(), 5_000);
    expect(outcome).toMatchObject({
      kind: "failed",
      reason: expect.stringMatching(/^Connection failed( \([A-Z0-9_]+\))?$/),
    });
    server.close();
  });
});

describe("the dialled address", () => {
  const names = (table: Record<string, string[]>) => {
    const asked: string[] = [];
    const resolve: Resolve = async (hostname) => {
      asked.push(hostname);
      return (table[hostname] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    };
    return { resolve, asked };
  };

  it("is one that was checked: the name is looked up once per connection", async () => {
    const hosts: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      hosts.push(request.headers.host);
      response.end();
    });
    const { resolve, asked } = names({ "hooks.clinic.test": ["127.0.0.1"] });
    const outcome = await post(`http://hooks.clinic.test:${port}/`, agent({ resolve }));
    expect(outcome).toMatchObject({ kind: "answered", statusCode: 200 });
    expect(asked).toEqual(["hooks.clinic.test"]);
    expect(hosts).toEqual([`hooks.clinic.test:${port}`]);
  });

  it.each([
    ["a private address", ["10.0.0.1"]],
    ["a public and a private address", ["93.184.215.14", "169.254.169.254"]],
    ["an IPv4-mapped private address", ["::ffff:10.0.0.1"]],
  ])("is refused if the name resolves to %s", async (_what, addresses) => {
    const { resolve } = names({ "rebind.test": addresses });
    expect(await post("https://rebind.test/", agent({ resolve }))).toMatchObject({
      kind: "refused",
      reason: "must not lead to a private, loopback, link-local or reserved address",
    });
  });

  it("is looked up anew per connection: a name that changes to a private address is refused", async () => {
    let met = 0;
    const port = await serve((_request, response) => {
      met++;
      response.writeHead(200, { connection: "close" }).end();
    });
    const answers = ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::ffff:192.168.0.1"];
    const resolve: Resolve = async () => {
      const address = answers.shift() ?? "10.9.9.9";
      return [{ address, family: address.includes(":") ? 6 : 4 }];
    };
    const dispatcher = agent({ resolve });
    const kinds: string[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      kinds.push((await post(`http://changing.test:${port}/`, dispatcher)).kind);
    }
    expect(kinds).toEqual(["answered", "refused", "refused", "refused"]);
    expect(met).toBe(1);
  });

  it("is not dialled if a redirect names it, nor contained in the outcome", async () => {
    let met = 0;
    const inside = await serve((_request, response) => {
      met++;
      response.end("inside");
    });
    const port = await serve((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inside}/latest/meta-data` }).end(),
    );
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: "answered", statusCode: 307 });
    const { resolve } = names({ "inside.test": ["10.20.30.40"] });
    const refused = await post(`https://inside.test:${inside}/`, agent({ resolve }));
    expect(JSON.stringify(refused)).not.toMatch(/10\.20|inside/);
    expect(met).toBe(0);
  });

  it("is given up at the one deadline if the name's servers never answer", async () => {
    const resolve: Resolve = () => new Promise(() => undefined);
    const outcome = await post("https://silent.test/", agent({ resolve }));
    expect(outcome.kind).toBe("timed_out");
    expect(outcome.durationMs).toBeLessThan(DEADLINE_MS + 1_000);
  });

  it("is refused for http if it is public", async () => {
    const { resolve } = names({ "plain.test": ["93.184.215.14"] });
    expect(await post("http://plain.test/", agent({ resolve }))).toMatchObject({
      kind: "refused",
      reason: "must be https",
    });
  });

  it("is refused without a lookup if the URL contains it", async () => {
    const { resolve, asked } = names({});
    const dispatcher = agent({ policy: { privateBlocks: [] }, resolve });
    for (const host of ["127.0.0.1", "[::1]", "2130706433", "localhost"]) {
      expect((await post(`https://${host}:1/`, dispatcher)).kind).toBe("refused");
    }
    expect(asked).toEqual([]);
  });

  it("is reported as a failed connection if the name has none", async () => {
    const { resolve } = names({});
    expect(await post("https://nobody.test/", agent({ resolve }))).toMatchObject({
      kind: "failed",
      reason: "Connection failed (ENOTFOUND)",
    });
  });

  it("is not checked for the console's own inbox", async () => {
    const port = await serve((_request, response) => response.end());
    const dispatcher = agent({ policy: null });
    expect(await post(`http://127.0.0.1:${port}/`, dispatcher)).toMatchObject({ kind: "answered", statusCode: 200 });
  });
});
