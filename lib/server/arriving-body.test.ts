import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { errorFormAt } from "#lib/api/answer/error-form";
import { type Door, openDoor } from "#lib/testing/door";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();
let door: Door;
let clinic: TestAccount;
/** What reached the framework: the path, and the body's bytes that were there when it was called. */
let passedOn: { url: string | undefined; bytes: number }[] = [];

beforeAll(async () => {
  door = await openDoor(async (request, response) => {
    const passed = { url: request.url, bytes: 0 };
    passedOn.push(passed);
    for await (const chunk of request) passed.bytes += (chunk as Buffer).byteLength;
    response.end("framework");
  });
  clinic = await makeLinkedAccount();
});
afterAll(() => door.stop());
beforeEach(() => {
  passedOn = [];
});
afterEach(() => vi.useRealTimers());

const FORM = 65_536;
const JSON_BODY = 1_048_576;

const head = (target: string, ...lines: string[]) =>
  [`POST ${target} HTTP/1.1`, "Host: 127.0.0.1:3000", ...lines, "", ""].join("\r\n");

const credentials = () => Object.entries(clinic.headers).map(([name, value]) => `${name}: ${value}`);

const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`;

/** Sends chunks until the server has answered or taken `most` bytes. Returns how many were sent. */
async function pour(connection: ReturnType<Door["connect"]>, most: number): Promise<number> {
  const part = Buffer.from(chunk(16_384));
  let sent = 0;
  while (sent < most && connection.received() === "" && !connection.socket.destroyed) {
    const goesOn = connection.socket.write(part);
    sent += 16_384;
    if (!goesOn)
      await Promise.race([once(connection.socket, "drain"), once(connection.socket, "data"), connection.ended()]);
    await setImmediate();
  }
  return sent;
}

const FORMS = [
  "/api/auth/callback/credentials",
  "/api/auth/_log",
  "/api/second-factor/prove",
  "/client/x.tgz",
  "/v1/../api/auth/callback/credentials",
  "/v1/%2e%2e/api/auth/session",
  "/v1\\..\\api/auth/session",
  "http://other.example/api/auth/session",
];
/** Pages, files and what does not exist, which no body changes: the head alone refuses it there. */
const READ_ALONE = ["/api/unknown", "/sign-in", "/a/x/patients", "/", "/embed.js"];
const JSON_ADDRESSES = ["/v1/payments", "/v1/unknown", "/v1/./payments", "/scim/v2/unknown", "/api/webhooks/inbox"];
const ALL = [...FORMS.map((at) => [at, FORM] as const), ...JSON_ADDRESSES.map((at) => [at, JSON_BODY] as const)];

/** Runs a check for all addresses at a time: the server keeps each connection for a second after its refusal. */
const everywhere = (check: (at: string, most: number) => Promise<void>, addresses = ALL) =>
  Promise.all(addresses.map(([at, most]) => check(at, most)));

it("refuses a Content-Length above the address's limit by the head alone", async () => {
  await everywhere(
    async (at, most) => {
      const connection = door.connect();
      connection.send(head(at, ...credentials(), "Content-Type: application/json", `Content-Length: ${most + 1}`));
      const answer = await connection.ended();
      expect(answer, at).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toMatch(/connection: close/i);
      const body = errorFormAt(at).bodyOf(413, `The body is larger than ${most} bytes; nothing was saved`);
      expect(answer).toContain(JSON.stringify(body));
    },
    [...ALL, ...READ_ALONE.map((at) => [at, FORM] as const)],
  );
  expect(passedOn).toEqual([]);
});

it("refuses chunks above the address's limit, of which it keeps no more", async () => {
  await everywhere(async (at, most) => {
    const connection = door.connect();
    connection.send(head(at, ...credentials(), "Content-Type: application/json", "Transfer-Encoding: chunked"));
    const sent = await pour(connection, 100 * JSON_BODY);
    expect(await connection.ended(), at).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i);
    // What the system's buffers on both ends hold comes on top.
    expect(sent).toBeLessThan(most + 16 * JSON_BODY);
  });
  expect(passedOn).toEqual([]);
});

it("keeps nothing of a body that the head alone refuses, and closes the connection above the limit", async () => {
  const asked = READ_ALONE.map(async (at) => {
    const connection = door.connect();
    connection.send(head(at, "Transfer-Encoding: chunked"));
    expect([404, 405], at).toContain(await connection.status());
    connection.send(chunk(FORM + 1));
    await connection.ended();
  });
  await Promise.all(asked);
  expect(passedOn).toEqual([]);
});

it("limits the body of every method", async () => {
  const asked = ["GET", "HEAD", "OPTIONS", "DELETE", "PUT", "PATCH"].flatMap((method) =>
    [`Content-Length: ${FORM + 1}`, "Transfer-Encoding: chunked"].map(async (length) => {
      const connection = door.connect();
      connection.send(head("/api/auth/session", length).replace("POST", method));
      if (length.startsWith("T")) await pour(connection, 10 * JSON_BODY);
      expect(await connection.ended(), method).toMatch(/^HTTP\/1\.1 413 /);
    }),
  );
  await Promise.all(asked);
  expect(passedOn).toEqual([]);
});

it("passes a body of exactly the limit on once it is there, with Content-Length and in chunks", async () => {
  for (const [length, body] of [
    [`Content-Length: ${FORM}`, "x".repeat(FORM)],
    ["Transfer-Encoding: chunked", `${chunk(FORM / 2)}${chunk(FORM / 2)}0\r\n\r\n`],
  ] as const) {
    const connection = door.connect();
    connection.send(head("/api/auth/callback/credentials", "Connection: close", length));
    connection.send(body.slice(0, 1_000));
    await expect.poll(() => connection.socket.bytesWritten).toBeGreaterThan(1_000);
    expect(passedOn).toEqual([]);
    connection.send(body.slice(1_000));
    expect(await connection.ended()).toContain("framework");
    expect(passedOn.splice(0)).toEqual([{ url: "/api/auth/callback/credentials", bytes: FORM }]);
  }
});

it.each(["/v1/payments", "/mcp"])("%s answers a caller without credentials by the head alone", async (at) => {
  const connection = door.connect();
  connection.send(head(at, "Content-Type: application/json", "Content-Length: 1000"));
  expect(await connection.status()).toBe(401);
  connection.socket.destroy();
});

it("refuses a compressed body, and says that none is undone", async () => {
  const connection = door.connect();
  connection.send(
    `${head("/v1/payments", ...credentials(), "Connection: close", "Content-Type: application/json", "Content-Encoding: gzip", "Content-Length: 4")}\x1f\x1f\x1f\x1f`,
  );
  expect(await connection.ended()).toMatch(/^HTTP\/1\.1 415 [\s\S]*accept-encoding: identity/i);
});

describe("time", () => {
  // The server's timers and clock; sockets go on as they are.
  beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));

  it.each([
    ["/v1/payments", "Content-Length: 300000"],
    ["/v1/payments", "Transfer-Encoding: chunked"],
    ["/api/auth/callback/credentials", "Content-Length: 300"],
    ["/api/auth/session", "Transfer-Encoding: chunked"],
    ["/v1/unknown", "Content-Length: 300"],
  ])("%s answers 408 to a body that does not arrive in time (%s)", async (at, length) => {
    const connection = door.connect();
    connection.send(head(at, ...credentials(), "Content-Type: application/json", length));
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    vi.advanceTimersByTime(9_000);
    expect(connection.received()).toBe("");
    vi.advanceTimersByTime(1_000);
    expect(await connection.status()).toBe(408);
    vi.advanceTimersByTime(1_000);
    const answer = await connection.ended();
    expect(answer).toContain('{"success":false,"message":"The body did not arrive in time; nothing was saved"}');
    expect(passedOn).toEqual([]);
  });
});
