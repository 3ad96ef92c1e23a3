import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as ACCEPT } from "#app/api/invitation/accept/route.ts";
import { POST as RESET } from "#app/api/password-reset/route.ts";
import { POST as SECOND_FACTOR } from "#app/api/second-factor/prove/route.ts";
import { POST as MCP_TOKEN } from "#app/v1/mcp-tokens/route.ts";
import { GET as ME } from "#app/v1/me/route.ts";
import { call } from "#lib/testing/call";
import { type Door, openDoor } from "#lib/testing/door";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { newScimToken } from "#lib/testing/scim-directory";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();
let door: Door;
let clinic: TestAccount;
let scim: string;
let mcp: string;

beforeAll(async () => {
  door = await openDoor((_request, response) => response.end("framework"));
  clinic = await makeLinkedAccount();
  const admin = await signIn(clinic, "admin");
  scim = (await newScimToken(admin)).token;
  const { body: me } = await call(ME, "GET", "/me", { headers: admin });
  const made = await call(MCP_TOKEN, "POST", "/mcp-tokens", {
    body: { name: "Desk", user_id: me.user.id, reads: ["patients:read"], valid_days: 1 },
    headers: admin,
  });
  mcp = made.body.mcp_token.token;
});
afterAll(() => door.stop());

const PACKED = gzipSync(JSON.stringify({ patient_mrn: "MRN-1" }));

/** Sends a compressed body over HTTP, and returns the status, the codings that are accepted, and the text of the answer. */
async function send(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`http://127.0.0.1:${door.port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-encoding": "gzip", ...headers },
    body: PACKED,
  });
  return { status: answer.status, accepts: answer.headers.get("accept-encoding"), text: await answer.text() };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it.each<[string, () => Record<string, string>]>([
  ["/v1/payments", () => clinic.headers],
  ["/v1/webhook-endpoints", () => clinic.headers],
  ["/mcp", () => bearer(mcp)],
  ["/scim/v2/Users", () => bearer(scim)],
])("a compressed body at %s is 415, which says that none is undone", async (path, headers) => {
  const { status, accepts, text } = await send(path, headers());
  expect([status, accepts]).toEqual([415, "identity"]);
  expect(text).toContain("without a Content-Encoding");
});

it.each(["/v1/payments", "/mcp", "/scim/v2/Users"])(
  "credentials are judged before the body at %s, compressed or not",
  async (path) => {
    const answer = await send(path);
    expect([answer.status, answer.accepts]).toEqual([401, null]);
    expect((await send(path, bearer("wrong"))).status).toBe(401);
  },
);

it("the console's inbox says so before it looks for a signature", async () => {
  expect(await send("/api/webhooks/inbox?account=1")).toMatchObject({ status: 415, accepts: "identity" });
});

it.each<[string, (request: Request) => Promise<Response>]>([
  ["/api/invitation/accept", ACCEPT],
  ["/api/password-reset", RESET],
  ["/api/second-factor/prove", SECOND_FACTOR],
])("the console's own %s, which takes no credentials, says so at once", async (path, handler) => {
  const origin = "http://127.0.0.1:3000";
  const headers = { "content-type": "application/json", "content-encoding": "gzip", host: "127.0.0.1:3000", origin };
  const answer = await handler(new Request(origin + path, { method: "POST", headers, body: PACKED }));
  expect([answer.status, answer.headers.get("accept-encoding")]).toEqual([415, "identity"]);
});
