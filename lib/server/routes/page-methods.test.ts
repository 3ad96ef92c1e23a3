import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Door, openDoor } from "#lib/testing/door";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();
let door: Door;
/** What reached the framework. */
let passedOn: string[] = [];

beforeAll(async () => {
  door = await openDoor((request, response) => {
    passedOn.push(`${request.method} ${request.url}`);
    response.end("framework");
  });
});
afterAll(() => door.stop());
beforeEach(() => {
  passedOn = [];
});

/** Sends a request with a form, as a browser sends it to a server action, and returns its answer. */
async function ask(method: string, target: string, body: string, type: string) {
  const connection = door.connect();
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  connection.send(
    [`${method} ${target} HTTP/1.1`, "Host: a", "Connection: close", `Content-Type: ${type}`, length, "", body].join(
      "\r\n",
    ),
  );
  const answer = await connection.ended();
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  return { status, allow: /^allow: (.+)\r$/im.exec(answer)?.[1], text: answer.slice(answer.indexOf("\r\n\r\n") + 4) };
}

const MULTIPART = ["--b", 'Content-Disposition: form-data; name="$ACTION_ID_7f"', "", "x", "--b--", ""].join("\r\n");
const FORMS = [
  [MULTIPART, "multipart/form-data; boundary=b"],
  [MULTIPART.replace("$ACTION_ID_7f", "$ACTION_REF_1"), "multipart/form-data; boundary=b"],
  ["%24ACTION_ID_7f=x&1_%24ACTION_REF_1=y", "application/x-www-form-urlencoded"],
  ["$ACTION_KEY=x", "text/plain;charset=UTF-8"],
  ["", "multipart/form-data"],
] as const;

const PAGES = [
  "/",
  "/?_rsc=1",
  "/sign-in",
  "/sign-in?x=$ACTION_ID_7f",
  "/sign-in/organization/7",
  "/invitation",
  "/forgotten-password",
  "/a/7",
  "/a/7/patients",
  "/a/7/patients/MRN%201",
  "/a/7/no/such/page",
  "/a/7/%E2%80%A8",
  "/a/[account]/patients",
  "/embed/7",
  "/embed.js",
  "/icon.svg",
];
const NOWHERE = [
  "/no-such-page",
  "/sign-in/",
  "/Sign-In",
  "/sign%2din/x",
  "/a",
  "/a/",
  "/(console)/a/7",
  "/embed",
  "/api",
  "/api/unknown",
  "/apis",
  "/client/x/y",
  "/.well-known/jwks/7.json",
  "/_next/data/x/index.json",
  "/_next/image?url=x",
  "/_next/static/x.js",
  "/_not-found",
  "/_error",
  "/404",
  "/500",
];

describe.each(["POST", "PUT", "PATCH", "DELETE"])("%s", (method) => {
  it("is refused by pages and files, which take GET and HEAD", async () => {
    const asked = PAGES.flatMap((target) =>
      FORMS.map(async ([body, type]) => {
        const answer = await ask(method, target, body, type);
        expect([target, answer.status, answer.allow]).toEqual([target, 405, "GET, HEAD, OPTIONS"]);
        expect(JSON.parse(answer.text)).toEqual({
          success: false,
          message: `Method ${method} is not allowed here; allowed: GET, HEAD, OPTIONS`,
        });
      }),
    );
    await Promise.all(asked);
    expect(passedOn).toEqual([]);
  });

  it("finds nothing where neither a page nor a route is", async () => {
    const asked = NOWHERE.map(async (target) => {
      const { status, text } = await ask(method, target, ...FORMS[0]);
      expect([target, status]).toEqual([target, 404]);
      expect(JSON.parse(text)).toEqual({ success: false, message: "Route not found" });
    });
    await Promise.all(asked);
    expect(passedOn).toEqual([]);
  });
});

it("passes reads of pages on, and what routes take", async () => {
  for (const [method, target] of [
    ["GET", "/sign-in"],
    ["HEAD", "/a/7/patients?x=1"],
    ["GET", "/no-such-page"],
    ["POST", "/api/auth/callback/credentials"],
    ["POST", "/api/invitation"],
    ["POST", "/api/emr-events/7"],
    ["POST", "/api/emr-webhooks/7"],
    ["PUT", "/v1"],
    ["DELETE", "/v1/no/such/route"],
    ["POST", "/v1/emr-events/7"],
    ["POST", "/v1/emr-webhooks/7"],
    ["POST", "/client"],
    ["POST", "/client/x.tgz"],
    ["PATCH", "/scim/v2"],
    ["POST", "/scim/v2/no/such/route"],
  ] as const) {
    await ask(method, target, "", "text/plain");
    expect(passedOn.splice(0)).toEqual([`${method} ${target}`]);
  }
});

it("says to OPTIONS what a page takes", async () => {
  expect(await ask("OPTIONS", "/a/7/patients", "", "text/plain")).toEqual({
    status: 204,
    allow: "GET, HEAD, OPTIONS",
    text: "",
  });
  expect((await ask("OPTIONS", "/api/unknown", "", "text/plain")).status).toBe(404);
  expect(passedOn).toEqual([]);
});
