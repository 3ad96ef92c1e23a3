import { once } from "node:events";
import { Agent, createServer, request, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Drain, drainable } from "./drain.ts";

let server: Server;
let drain: Drain;
/** Responses that a test ends later. */
let held: ServerResponse[];

beforeEach(async () => {
  held = [];
  server = createServer((_request, response) => held.push(response));
  drain = drainable(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;

test("a connection without a request, as browsers open in advance, does not delay the end", async () => {
  const idle = connect(port(), "127.0.0.1");
  await Promise.all([once(idle, "connect"), once(server, "connection")]);
  await Promise.all([drain(), once(idle, "close")]);
});

test("a current request is answered, and its keep-alive connection closes afterwards", async () => {
  const asked = request({ port: port(), host: "127.0.0.1", headers: { connection: "keep-alive" } }).end();
  await once(server, "request");
  const drained = drain();
  held[0]?.end("late");
  const [response] = await once(asked, "response");
  response.resume();
  await Promise.all([once(response, "end"), drained]);
  expect(response.statusCode).toBe(200);
  expect(server.listening).toBe(false);
});

test("during the grace new connections are answered, and every answer ends its connection", async () => {
  const kept = new Agent({ keepAlive: true });
  const grace = Promise.withResolvers<void>();
  const ask = async () => {
    const asked = request({ port: port(), host: "127.0.0.1", agent: kept }).end();
    await once(server, "request");
    held.pop()?.end("whole");
    const [response] = await once(asked, "response");
    response.resume();
    await once(response, "end");
    return response.headers.connection;
  };
  expect(await ask()).toBe("keep-alive");
  const drained = drain(grace.promise);
  expect(await ask()).toBe("close");
  expect(await ask()).toBe("close");
  expect(server.listening).toBe(true);
  grace.resolve();
  await drained;
  expect(server.listening).toBe(false);
  kept.destroy();
});
