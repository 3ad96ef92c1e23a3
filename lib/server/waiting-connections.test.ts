import { once } from "node:events";
import type { RequestListener, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { PATIENCE, type Patience, webServer } from "./web-server.ts";

let server: Server;
/** Answers that have begun and not ended. */
let begun: ServerResponse[] = [];
const opened: Socket[] = [];

const listener: RequestListener = async (request, response) => {
  if (request.url === "/stream") {
    response.write("begun");
    begun.push(response);
  } else {
    request.resume().on("end", () => response.end("fine"));
  }
};

async function serve(patience: Partial<Patience>): Promise<void> {
  const given = { PUBLIC_URL: undefined, TRUSTED_PROXIES: [] };
  server = webServer(given, Promise.resolve(listener), { patience: { ...PATIENCE, ...patience } });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
}

afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  begun = [];
  server.closeAllConnections();
  server.close();
});

async function open(bytes = "", localAddress = "127.0.0.1") {
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, "connection");
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  opened.push(socket);
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    received += text;
  });
  socket.on("error", () => undefined);
  await Promise.all([accepted, once(socket, "connect")]);
  socket.write(bytes);
  const closed = once(socket, "close");
  return {
    socket,
    received: () => received,
    ended: async () => {
      await closed;
      return received;
    },
  };
}

const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const LAST = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const STREAM = "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n";
const SLOW_HEAD = "GET / HTTP/1.1\r\nHost: a\r\n";
const SLOW_BODY = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nslow";

describe("a head", () => {
  it("has 10 seconds, and a body its own deadline before the request's", async () => {
    await serve({});
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 60_000]);
    // The slowest body that is waited for: 1 MiB at 64 bytes in a millisecond, after 10 s.
    expect(server.requestTimeout).toBeGreaterThan(10_000 + 10_000 + 1_048_576 / 64);
  });

  it.each([
    ["nothing", ""],
    ["a part of the request line", "GE"],
    ["a part of the head", SLOW_HEAD],
    ["a part of another head on the connection", GET + SLOW_HEAD],
  ])("that ends with %s is 408, and the connection is closed", async (_name, bytes) => {
    await serve({ headMs: 200, lookMs: 50 });
    const { socket, ended } = await open(bytes);
    // Each header comes alone, as from a client that keeps the connection with a trickle.
    const trickle = setInterval(() => bytes.endsWith("\r\n") && socket.write("A: b\r\n"), 40);
    const answer = await ended();
    clearInterval(trickle);
    expect(answer).toContain("HTTP/1.1 408 ");
    expect(answer).toContain('{"success":false,"message":"The request did not arrive in time"}');
  });
});

describe("connections that wait for their client", () => {
  it.each([
    ["idle from the beginning", ""],
    ["with half a head", SLOW_HEAD],
    ["with half a body", SLOW_BODY],
    ["idle after an answer", GET],
  ])("%s give way to others, the longest one first", async (_name, bytes) => {
    await serve({ waiting: 3 });
    const slow = [];
    for (let count = 0; count < 3; count += 1) {
      const connection = await open(bytes);
      if (bytes === GET) await expect.poll(connection.received).toContain("fine");
      slow.push(connection);
    }
    expect(slow.map(({ socket }) => socket.closed)).toEqual([false, false, false]);
    expect(await (await open(LAST)).ended()).toContain("fine");
    await slow[0]?.ended();
    expect(slow.map(({ socket }) => socket.closed)).toEqual([true, false, false]);
  });

  it("do not cut off what is at work, such as streams", async () => {
    await serve({ waiting: 2 });
    const stream = await open(STREAM);
    await expect.poll(stream.received).toContain("begun");
    const slow = [await open(SLOW_HEAD), await open(SLOW_HEAD), await open(SLOW_HEAD), await open(SLOW_HEAD)];
    await Promise.all(slow.slice(0, 2).map(({ ended }) => ended()));
    begun[0]?.end("over");
    await expect.poll(stream.received).toContain("over");
    // From now on it waits as well.
    await slow[2]?.ended();
    expect(slow[3]?.socket.closed).toBe(false);
    stream.socket.write(LAST);
    expect(await stream.ended()).toContain("fine");
  });

  it.skipIf(process.platform !== "linux")("give way by address: who has most of them loses one", async () => {
    await serve({ waiting: 4 });
    const other = await open("", "127.0.0.2");
    const slow = [await open(), await open(), await open()];
    const last = await open();
    await slow[0]?.ended();
    expect([other, ...slow, last].map(({ socket }) => socket.closed)).toEqual([false, true, false, false, false]);
    other.socket.write(LAST);
    expect(await other.ended()).toContain("fine");
  });
});
