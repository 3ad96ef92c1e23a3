import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answerExpectations } from "./expected-continue.ts";
import { answerUnparsable, refuseMalformed } from "./malformed-request.ts";
import { serverOptions } from "./web-server.ts";

let server: Server;

beforeEach(async () => {
  server = createServer(serverOptions(), (request, response) => {
    if (refuseMalformed(request, response)) return;
    if (request.url === "/begun") response.write("half an answer");
    request.resume();
    request.on("end", () => response.end("fine"));
  });
  answerUnparsable(server);
  answerExpectations(server);
  // Handles upgrades as the framework does: it never answers one that it does not know.
  server.on("upgrade", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends bytes and returns everything that the server answers until it closes the connection. */
async function exchange(...parts: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString();
  });
  for (const [index, part] of parts.entries()) {
    if (index > 0) await once(socket, "data");
    socket.write(part);
  }
  await once(socket, "close");
  return received;
}

function parsed(answer: string): { status: number; type: string | undefined; body: unknown } {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const type = /^content-type: (.+)$/im.exec(head)?.[1]?.trim();
  return { status: Number(head.split(" ")[1]), type, body: JSON.parse(body) };
}

const HOST = "Host: x\r\nConnection: close\r\n";

test.each([
  ["an unknown method", `FOO /v1/x HTTP/1.1\r\n${HOST}\r\n`, 405, "Method FOO is not allowed"],
  ["a method in lower case", `get /v1/x HTTP/1.1\r\n${HOST}\r\n`, 405, "Method get is not allowed"],
  ["an unsupported method", `PROPFIND /v1/x HTTP/1.1\r\n${HOST}\r\n`, 405, "Method PROPFIND is not allowed"],
  ["no Host", "GET /v1/x HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "Missing header: Host"],
  [
    "a request for a tunnel",
    "CONNECT records.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    405,
    "Method CONNECT is not allowed",
  ],
  ["broken percent-encoding", `GET /v1/%zz HTTP/1.1\r\n${HOST}\r\n`, 404, "Route not found"],
  ["text that is not HTTP", "\x16\x03\x01\x02\x00\x01", 400, "The request is not valid HTTP"],
  ["a header without a colon", "GET / HTTP/1.1\r\nHost x\r\n\r\n", 400, "The request is not valid HTTP"],
  [
    "too large headers",
    `GET / HTTP/1.1\r\nA: ${"a".repeat(20_000)}\r\n\r\n`,
    431,
    "The request's headers are too large",
  ],
  [
    "an invalid chunked body",
    `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
    "The request is not valid HTTP",
  ],
  [
    "an expectation",
    `GET / HTTP/1.1\r\n${HOST}Expect: a miracle\r\n\r\n`,
    417,
    "The expectation in the Expect header is not supported",
  ],
])("%s is answered with the error body", async (_case, bytes, status, message) => {
  expect(parsed(await exchange(bytes))).toEqual({
    status,
    type: "application/json; charset=utf-8",
    body: { success: false, message },
  });
});

test("a refused method gets the list of supported ones", async () => {
  expect(await exchange(`FOO / HTTP/1.1\r\n${HOST}\r\n`)).toContain(
    "\r\nallow: GET, HEAD, POST, PUT, PATCH, DELETE\r\n",
  );
});

test("an answer that has begun is cut off instead of extended", async () => {
  const received = await exchange(`POST /begun HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n`, "zz\r\n");
  expect(received).toContain("half an answer");
  expect(received).not.toContain("success");
});

test("a client that offers another protocol is answered in HTTP/1.1", async () => {
  const offer = "Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";
  expect(await exchange(`GET /v1/x HTTP/1.1\r\nHost: x\r\n${offer}\r\n`)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]+fine/);
});

test("well-formed requests are passed on", async () => {
  expect(await exchange(`GET /v1/x?query=%20 HTTP/1.1\r\n${HOST}\r\n`)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]+fine/);
});
