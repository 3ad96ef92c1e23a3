import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as unknown from "#app/scim/v2/[[...path]]/route.ts";
import type { Method } from "#lib/scim/endpoint";
import { type Door, openDoor } from "#lib/testing/door";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { ERROR, newScimToken } from "#lib/testing/scim-directory";
import { testDatabase } from "#lib/testing/test-database";
import { IncomingRequest } from "./routes/incoming-request.ts";
import { sendResponse } from "./routes/send-response.ts";

// Everything under /scim/v2 is answered in SCIM's form, also by what stands before the routes.

testDatabase();
let door: Door;
let token: string;
const UNKNOWN: Record<Method, typeof unknown.GET> = unknown;
const ORIGIN = "http://127.0.0.1:3000";
const passedOn: (string | undefined)[] = [];

/** Stands for the framework, which calls the route of all other addresses. */
async function framework(...[incoming, outgoing]: Parameters<Parameters<typeof openDoor>[0]>): Promise<void> {
  if (!incoming.url?.startsWith("/scim/v2")) {
    passedOn.push(incoming.url);
    outgoing.end("framework");
    return;
  }
  const request = new IncomingRequest(incoming, outgoing, ORIGIN);
  const method = (incoming.method === "HEAD" ? "GET" : incoming.method) as Method;
  await sendResponse(incoming, outgoing, await UNKNOWN[method](request, { params: Promise.resolve(undefined) }));
}

beforeAll(async () => {
  door = await openDoor(framework);
  token = (await newScimToken(await signIn(await makeLinkedAccount(), "admin"))).token;
});
afterAll(() => door.stop());

const head = (line: string, ...lines: string[]) =>
  [`${line} HTTP/1.1`, "Host: 127.0.0.1:3000", "Connection: close", ...lines, "", ""].join("\r\n");
const bearer = () => `Authorization: Bearer ${token}`;

interface Answer {
  status: number;
  type: string | undefined;
  allow: string | undefined;
  body: Record<string, unknown>;
}

/** Sends bytes, and reads the one answer. */
async function answerTo(...parts: string[]): Promise<Answer> {
  const connection = door.connect();
  for (const part of parts) connection.send(part);
  const [lines = "", body = ""] = (await connection.ended()).split("\r\n\r\n");
  const header = (name: string) => new RegExp(`^${name}: (.+)$`, "im").exec(lines)?.[1]?.trim();
  const status = Number(lines.split(" ")[1]);
  return { status, type: header("content-type"), allow: header("allow"), body: JSON.parse(body || "{}") };
}

const TYPE = "application/scim+json; charset=utf-8";
const JSON_TYPE = "Content-Type: application/scim+json";
const large = () => `Content-Length: ${2 ** 21}`;

/** Requests, and the status of their refusal. */
const REFUSED: [string, number, () => string][] = [
  ["a NUL in the id", 404, () => head("GET /scim/v2/Users/%00", bearer())],
  ["a NUL in an unknown address", 404, () => head("GET /scim/v2/x%00y", bearer())],
  ["percent-encoding that is none", 404, () => head("GET /scim/v2/Users/%zz", bearer())],
  ["bytes that are not UTF-8", 404, () => head("GET /scim/v2/Users/%ff", bearer())],
  ["a NUL in the filter", 400, () => head("GET /scim/v2/Users?filter=userName%20eq%20%22%00%22", bearer())],
  ["a NUL in an unknown parameter of an unknown address", 404, () => head("GET /scim/v2/x?y=%00", bearer())],
  ["a method that exists elsewhere", 405, () => head("DELETE /scim/v2/Users", bearer())],
  ["a method that exists nowhere", 405, () => head("PROPFIND /scim/v2/Users", bearer())],
  ["a method of no protocol", 405, () => head("FOO /scim/v2/Users/7", bearer())],
  ["OPTIONS", 405, () => head("OPTIONS /scim/v2/Users", bearer())],
  ["OPTIONS of an unknown address", 404, () => head("OPTIONS /scim/v2/x/y/z", bearer())],
  ["OPTIONS without a token", 401, () => head("OPTIONS /scim/v2/Schemas")],
  ["an unknown address", 404, () => head("GET /scim/v2/x/y/z", bearer())],
  ["the base alone", 404, () => head("GET /scim/v2", bearer())],
  ["the base with a query", 404, () => head("GET /scim/v2?x=y", bearer())],
  ["the base with a slash", 404, () => head("GET /scim/v2/", bearer())],
  ["an address with a file's name", 404, () => head("GET /scim/v2/Users.json", bearer())],
  ["an encoded slash", 404, () => head("GET /scim/v2/Users/%2F", bearer())],
  ["an unknown address without a token", 401, () => head("GET /scim/v2/x")],
  ["an address in absolute form", 404, () => head("GET http://other.example/scim/v2/%00", bearer())],
  ["a detour", 404, () => head("GET /v1/../scim/v2/%00", bearer())],
  ["a body that is announced too large", 413, () => head("POST /scim/v2/Users", bearer(), JSON_TYPE, large())],
  ["a large body at an unknown address", 413, () => head("POST /scim/v2/x", bearer(), JSON_TYPE, large())],
  [
    "a body of another type",
    415,
    () => `${head("POST /scim/v2/Users", bearer(), "Content-Type: text/xml", "Content-Length: 4")}<x/>`,
  ],
  [
    "a body in another coding",
    415,
    () => `${head("POST /scim/v2/Users", bearer(), JSON_TYPE, "Content-Encoding: gzip", "Content-Length: 2")}{}`,
  ],
  ["an expectation", 417, () => head("POST /scim/v2/Users", bearer(), "Expect: a miracle")],
  ["too large headers", 431, () => head("GET /scim/v2/Users", `X-Large: ${"x".repeat(20_000)}`)],
  [
    "a body that is no HTTP",
    400,
    () => `${head("POST /scim/v2/Users", bearer(), JSON_TYPE, "Transfer-Encoding: chunked")}zz\r\n`,
  ],
  ["a header that is none", 400, () => head("GET /scim/v2/Users", "no header")],
];

it.each(REFUSED)("%s is %i in SCIM's form", async (_what, status, bytes) => {
  const { body, ...answer } = await answerTo(bytes());
  expect([answer.status, answer.type]).toEqual([status, TYPE]);
  expect(body).toMatchObject({ schemas: [ERROR], status: String(status), detail: expect.any(String) });
  expect(body).not.toHaveProperty("success");
  if (status === 405) expect(answer.allow).toBeTruthy();
  expect(passedOn).toEqual([]);
});

it("no Host is, too", async () => {
  const { body, ...answer } = await answerTo("GET /scim/v2/Users HTTP/1.1\r\nConnection: close\r\n\r\n");
  expect([answer.status, answer.type, body.schemas]).toEqual([400, TYPE, [ERROR]]);
});

it("HEAD has the status alone", async () => {
  const { status, type, body } = await answerTo(head("HEAD /scim/v2/x", bearer()));
  expect([status, type, body]).toEqual([404, TYPE, {}]);
});

it("a body that does not arrive in time is 408", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  try {
    const connection = door.connect();
    connection.send(head("POST /scim/v2/Users", bearer(), JSON_TYPE, "Content-Length: 300"));
    await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
    vi.advanceTimersByTime(10_000);
    expect(await connection.status()).toBe(408);
    vi.advanceTimersByTime(1_000);
    const answer = await connection.ended();
    expect(answer).toContain(TYPE);
    expect(answer).toContain('"status":"408"');
  } finally {
    vi.useRealTimers();
  }
});

it.each(["/scim/v2/ServiceProviderConfig/", "/scim/v2//ServiceProviderConfig", "/scim/v2///Schemas//?x=//"])(
  "%s has the answer of the address without empty segments",
  async (path) => {
    const { status, type, body } = await answerTo(head(`GET ${path}`, bearer()));
    expect([status, type, body]).toEqual([200, TYPE, expect.objectContaining({ schemas: expect.any(Array) })]);
    expect(passedOn).toEqual([]);
  },
);

it("elsewhere errors keep their form", async () => {
  for (const path of ["/v1/%00", "/scim/v1/%00", "/scim/v22/%00", "/mcps/%00"]) {
    const { status, type, body } = await answerTo(head(`GET ${path}`));
    expect([path, status, type, body.success]).toEqual([path, 404, "application/json; charset=utf-8", false]);
  }
  const { status, type, body } = await answerTo(head("GET /mcp/%00"));
  expect([status, type]).toEqual([404, "application/json; charset=utf-8"]);
  expect(body).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32_000 } });
});
