import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { send } from "#lib/webhooks/deliveries/send";
import { LOOPBACK } from "./addresses.ts";
import { makeAgent } from "./agent.ts";
import { emrClient } from "./emr-client.ts";
import { guardedFetch } from "./guarded-fetch.ts";

const ANSWER = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
const policy = { privateBlocks: LOOPBACK };

let server: Server;
let agent: ReturnType<typeof makeAgent>;
let origin: string;
/** What the server writes for each request, in these packets. */
let packets: string[];
let connections: Socket[];
let requests: number;

async function answer(socket: Socket): Promise<void> {
  for (const packet of packets) {
    if (!socket.writable) return;
    socket.write(packet);
    await turn();
  }
}

beforeEach(async () => {
  connections = [];
  requests = 0;
  server = createServer((socket) => {
    connections.push(socket.setNoDelay());
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      if (!/^(GET|POST) /.test(data.toString("latin1"))) return;
      requests++;
      void answer(socket);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  agent = makeAgent({ policy });
});

afterEach(async () => {
  await agent.destroy();
  for (const socket of connections) socket.destroy();
  server.close();
});

/** Everything that calls servers of others. Each returns the status and the body. */
const CALLERS: Record<string, () => Promise<unknown>> = {
  async "a delivery"() {
    const outcome = await send({ url: origin, headers: {}, body: "{}", dispatcher: agent });
    return outcome.kind === "answered"
      ? [outcome.statusCode, Buffer.from(outcome.answer.body).toString()]
      : outcome.kind;
  },
  async "a read of an EMR"() {
    const { status, body } = await emrClient({ baseUrl: origin }, { policy, dispatcher: agent })(origin);
    return [status, body.toString()];
  },
  async "a write to an EMR"() {
    const ask = emrClient({ baseUrl: origin }, { policy, dispatcher: agent });
    const { status, body } = await ask(origin, { method: "POST", body: "{}" });
    return [status, body.toString()];
  },
  async "a request to an OpenID provider"() {
    const response = await guardedFetch(policy, { deadlineMs: 5_000, maxBytes: 1_000 })(origin, { method: "GET" });
    return [response.status, await response.text()];
  },
};

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
const HINTS = "HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\nlink: </b.css>; rel=preload\r\n\r\n";

const PRELUDES: Record<string, string[]> = {
  "100 Continue": [CONTINUE],
  "100 Continue with headers": ["HTTP/1.1 100 Continue\r\nx-proxy: yes\r\nconnection: keep-alive\r\n\r\n"],
  "100 Continue without words": ["HTTP/1.1 100 \r\n\r\n"],
  "102 Processing": ["HTTP/1.1 102 Processing\r\n\r\n"],
  "103 Early Hints": [HINTS],
  "104, 150 and 199": ["HTTP/1.1 104 A\r\n\r\n", "HTTP/1.1 150 B\r\n\r\n", "HTTP/1.1 199 C\r\n\r\n"],
  "several of them in one packet": [`${CONTINUE}${HINTS}${CONTINUE}`],
  "a hundred of them": Array.from({ length: 100 }, (_, place) => (place % 2 === 0 ? CONTINUE : HINTS)),
  "100 Continue in a packet per byte": [...CONTINUE],
  "100 Continue, the packet of its end beginning the answer": ["HTTP/1.1 100 Continue\r", "\n\r\nHTTP/1.1 200 OK\r\n"],
};

describe.each(Object.entries(CALLERS))("%s", (_who, call) => {
  it.each(Object.entries(PRELUDES))("reads over %s, and goes on with the connection", async (_what, prelude) => {
    const begun = "HTTP/1.1 200 OK\r\n";
    packets = [...prelude, prelude.at(-1)?.endsWith(begun) ? ANSWER.slice(begun.length) : ANSWER];
    expect(await call()).toEqual([200, "ok"]);
    expect(await call()).toEqual([200, "ok"]);
    expect(requests).toBe(2);
  });
});

it.each(Object.entries(CALLERS))("%s fails by 101, for which it did not ask", async (_who, call) => {
  for (const headers of ["connection: upgrade\r\nupgrade: other\r\n", ""]) {
    packets = [`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`, ANSWER];
    expect(await call().catch(() => "failed")).toBe("failed");
  }
});

it("uses a connection again on which informational responses came", async () => {
  packets = [CONTINUE, HINTS, ANSWER];
  for (let call = 0; call < 10; call++) {
    expect(await CALLERS["a delivery"]?.()).toEqual([200, "ok"]);
    await turn();
  }
  expect(connections.length).toBeLessThan(10);
});
