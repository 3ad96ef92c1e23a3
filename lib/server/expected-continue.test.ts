import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Door, openDoor } from "#lib/testing/door";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();
let door: Door;
let clinic: TestAccount;
/** The bodies that reached the framework. */
let passedOn: string[] = [];

beforeAll(async () => {
  door = await openDoor(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    passedOn.push(text);
    response.end("framework");
  });
  clinic = await makeLinkedAccount();
});
afterAll(() => door.stop());
beforeEach(() => {
  passedOn = [];
});

const JSON_BODY = 1_048_576;
const FORM = 65_536;

/** Sends a head that waits for 100, and returns the connection. */
function begin(target: string, { expect = "100-continue", method = "POST", ...headers }: Record<string, string> = {}) {
  const connection = door.connect();
  const lines = { Host: "127.0.0.1:3000", "Content-Type": "application/json", Expect: expect, ...headers };
  const pairs = Object.entries(lines).map((pair) => pair.join(": "));
  connection.send([`${method} ${target} HTTP/1.1`, ...pairs, "", ""].join("\r\n"));
  return connection;
}

it.each([
  ["/v1/payments", {}],
  ["/v1/payments", { authorization: "Bearer x" }],
  ["/mcp", {}],
  ["/scim/v2/Users", {}],
  ["/scim/v2/Users", { authorization: "Bearer x" }],
])("refuses a caller at %s (%o) without asking for the body", async (target, headers) => {
  const connection = begin(target, { ...headers, "Content-Length": "1000" });
  const answer = await connection.ended();
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toMatch(/^connection: close\r$/im);
});

it.each([
  ["/v1/payments", JSON_BODY + 1],
  ["/mcp", JSON_BODY + 1],
  ["/scim/v2/Users", JSON_BODY + 1],
  ["/api/webhooks/inbox", JSON_BODY + 1],
  ["/api/auth/callback/credentials", FORM + 1],
  ["/sign-in", FORM + 1],
])("refuses too large a body at %s (%d bytes) without asking for it", async (target, length) => {
  const answer = await begin(target, { ...clinic.headers, "Content-Length": String(length) }).ended();
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(passedOn).toEqual([]);
});

it.each([
  ["/sign-in", 405, {}],
  ["/api/unknown", 404, {}],
  ["/v1/%zz", 404, {}],
  ["/v1/payments", 405, { method: "PROPFIND" }],
  ["/v1/mcp-tokens", 403, {}],
])("answers what the head alone decides at %s by %d without asking for the body", async (target, status, headers) => {
  const answer = await begin(target, { ...clinic.headers, ...headers, "Content-Length": "5" }).ended();
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

it("asks a caller who may send for the body, and reads it", async () => {
  const body = JSON.stringify({ patient_mrn: 7 });
  for (const expectation of ["100-continue", "100-Continue", " 100-continue , 100-continue"]) {
    const connection = begin("/v1/payments", {
      ...clinic.headers,
      expect: expectation,
      Connection: "close",
      "Content-Length": String(body.length),
    });
    expect(await connection.status()).toBe(100);
    connection.send(body);
    const answer = await connection.ended();
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
    expect(answer).toContain("patient_mrn must be");
  }
});

it("asks for a body that the framework reads, and for none that is already there", async () => {
  const first = begin("/api/auth/callback/credentials", { Connection: "close", "Content-Length": "3" });
  expect(await first.status()).toBe(100);
  first.send("a=b");
  expect(await first.ended()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 [\s\S]*framework$/);
  expect(passedOn.splice(0)).toEqual(["a=b"]);
  const none = begin("/v1/locations", { method: "GET", ...clinic.headers, Connection: "close" });
  expect(await none.ended()).toMatch(/^HTTP\/1\.1 200 /);
});

it("takes the next request on a connection whose body was asked for", async () => {
  const connection = begin("/api/auth/session", { "Content-Length": "3" });
  expect(await connection.status()).toBe(100);
  connection.send("a=bPOST /api/auth/session HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 3\r\n\r\nc=d");
  await connection.ended();
  expect(passedOn).toEqual(["a=b", "c=d"]);
});

it.each(["a miracle", "100-continue, a miracle", "200-ok", "100-continued", 'x="100-continue"', "", ","])(
  "answers 417 to the expectation %o",
  async (expectation) => {
    const connection = begin("/v1/payments", { ...clinic.headers, expect: expectation, "Content-Length": "5" });
    const answer = await connection.ended();
    expect(answer).toMatch(/^HTTP\/1\.1 417 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain('{"success":false,"message":"The expectation in the Expect header is not supported"}');
  },
);

it("ignores the header of a client of HTTP/1.0", async () => {
  const connection = door.connect();
  connection.send("POST /api/auth/session HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\na=b");
  expect(await connection.ended()).toMatch(/^HTTP\/1\.1 200 /);
  expect(passedOn).toEqual(["a=b"]);
});
