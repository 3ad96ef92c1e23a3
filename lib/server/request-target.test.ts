import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Door, openDoor } from "#lib/testing/door";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { readTarget } from "./request-target.ts";

testDatabase();
let door: Door;
let clinic: TestAccount;

beforeAll(async () => {
  door = await openDoor(({ url = "", headers }, response) => {
    // As strict as a framework may be that takes path and query alone.
    const { pathname, search } = new URL(url, "http://own.example");
    const isWhole = url.startsWith("/") && pathname + search === url && !decodeURIComponent(pathname).includes("\0");
    response.writeHead(isWhole ? 200 : 500, { "x-host": headers.host }).end();
  });
  clinic = await makeLinkedAccount();
});
afterAll(() => door.stop());

it.each([
  ["/v1/patients?limit=1", "/v1/patients?limit=1"],
  ["/v1/./patients", "/v1/patients"],
  ["/v1/%2e/patients?a=/../b", "/v1/patients?a=/../b"],
  ["/a/../v1/%2E%2e/v1/patients", "/v1/patients"],
  ["/v1\\patients", "/v1/patients"],
  ["/v1/patients#part?x", "/v1/patients"],
  ["/v1/patients?x#part", "/v1/patients?x"],
  ["/../../..", "/"],
  ["/v1/a%2Fb", "/v1/a%2Fb"],
  ["http://other.example:81/v1/patients?x=1", "/v1/patients?x=1"],
  ["HTTPS://user:secret@other.example", "/"],
  ["http://other.example?x", "/?x"],
  ["http://other.example\\v1", "/v1"],
])("reads the target %s as %s", (url, expected) => {
  const request = { url, headers: { host: "own.example" } };
  expect(readTarget(request)).toBe(true);
  expect(request.url).toBe(expected);
});

it.each([
  "",
  "*",
  "v1/patients",
  "?x",
  "#x",
  "ftp://x/y",
  "http://",
  "http:///v1",
  "http://[/v1",
  "http://a b/",
  "x:y",
  "//",
  "//x/y",
  "/.//x",
])("takes the target %s for no address", (url) => expect(readTarget({ url, headers: {} })).toBe(false));

/** Sends a request line with a target as it is, and returns status and head of the answer. */
async function ask(target: string, method = "GET", headers: Record<string, string> = {}) {
  const connection = door.connect();
  const lines = Object.entries({ host: "own.example", connection: "close", ...headers }).map((pair) => pair.join(": "));
  connection.send([`${method} ${target} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
  const answer = await connection.ended();
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]), answer };
}

it.each(["http://own.example", "http://other.example:8080", "https://own.example"])(
  "answers a target in absolute form (%s) as any other, for the host that it names",
  async (origin) => {
    const direct = await ask(`${origin}/v1/locations?limit=1`, "GET", clinic.headers);
    expect(direct.status).toBe(200);
    const { status, answer } = await ask(`${origin}/sign-in`);
    expect([status, /x-host: (.+)\r/.exec(answer)?.[1]]).toEqual([200, new URL(origin).host]);
  },
);

const ADDRESSES = [
  "",
  "/v1",
  "/v1/locations",
  "/v1/patients/MRN-1",
  "/v1/jobs",
  "/client",
  "/scim/v2",
  "/scim/v2/Users",
  "/mcp",
  "/.well-known/jwks",
  "/api/auth",
  "/api/emr-events",
  "/api/emr-webhooks",
  "/api/pdf",
  "/a",
  "/embed",
  "/sign-in",
  "/_next/static",
];
const BEHIND = [
  "/%00",
  "/x%00y",
  "/%",
  "/%zz",
  "/%ff",
  "/%c0%80",
  "/%ed%a0%80",
  "/a%2Fb",
  "/%2e%2e%2f",
  "//",
  "//x",
  "/\\x",
  "/x?y=%00",
  "?y=%00&limit=%00",
  "?y=%ff",
  "?%",
  "?y=%ed%a0%80&y=1&y=2",
  "?[]=%5b",
  `?y=${"x".repeat(8_000)}`,
  `/${"x".repeat(8_000)}`,
  `/${"x".repeat(100_000)}`,
];
const ODD = ["*", "//", "///", "//other.example/v1/locations", "http://[", "x", "?x", "/\\other.example", "ftp://x/y"];
const targets = [...ADDRESSES.flatMap((address) => BEHIND.map((behind) => address + behind || "/")), ...ODD];

it("has no target for which a server's error is answered", { tags: "long" }, async () => {
  const methods = ["GET", "HEAD", "POST", "OPTIONS", "DELETE"];
  const failed: string[] = [];
  for (const target of targets) {
    const answers = await Promise.all(methods.map((method) => ask(target, method, clinic.headers)));
    for (const [index, { status, answer }] of answers.entries()) {
      const isRedirect = /^location: /im.test(answer);
      if (!(status >= 200 && status < 500) || isRedirect)
        failed.push(`${methods[index]} ${target.slice(0, 80)}: ${status}`);
    }
  }
  expect(failed).toEqual([]);
});

it("says to OPTIONS * what the server allows, and to CONNECT that it does not", async () => {
  const { status, answer } = await ask("*", "OPTIONS");
  expect(status).toBe(204);
  expect(answer).toMatch(/^allow: GET, HEAD, POST/im);
  expect((await ask("own.example:443", "CONNECT")).status).toBe(405);
});

it.each(["/client/x?y=%00", "/a/x?patient=%00", "/api/auth/session?x=%00", "/mcp?x=%00"])(
  "refuses the NUL in %s",
  async (target) => expect((await ask(target)).status).toBe(400),
);

it("takes an absolute target for no order to ask another server, nor for another tenant's address", async () => {
  const asked: string[] = [];
  const other = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.end("other");
  });
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  for (const path of ["/v1/locations?limit=1", "/sign-in", "/no-such-page", ""]) {
    for (const method of ["GET", "POST", "OPTIONS"]) await ask(origin + path, method, clinic.headers);
  }
  other.close();
  expect(asked).toEqual([]);
  const neighbour = await makeLinkedAccount();
  const seen = async (target: string, headers: Record<string, string>) =>
    (await ask(target, "GET", headers)).answer.split("\r\n\r\n").at(-1);
  const own = await seen(`${origin}/v1/linked-accounts`, clinic.headers);
  expect(own).toBe(await seen("/v1/linked-accounts", clinic.headers));
  expect(own).not.toContain(neighbour.tenant.linkedAccountId);
  expect((await ask(`${origin}/v1/locations`, "GET")).status).toBe(401);
});
