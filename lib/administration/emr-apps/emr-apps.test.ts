import { beforeEach, expect, it } from "vitest";
import { DELETE } from "#app/v1/emr-apps/[id]/route.ts";
import { GET, POST } from "#app/v1/emr-apps/route.ts";
import { call } from "#lib/testing/call";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let account: TestAccount;
let admin: Record<string, string>;

beforeEach(async () => {
  account = await makeLinkedAccount();
  admin = await signIn(account, "admin");
});

const given = { issuer: "https://ehr.example/r4/", client_id: "console", client_secret: "a-secret-of-the-vendor" };

const add = (body: object, headers = admin) => call(POST, "POST", "/emr-apps", { headers, body });
const list = async (headers = admin) => (await call(GET, "GET", "/emr-apps", { headers })).body.emr_apps;

it("keeps what a vendor gave, sealed, and never shows the secret again", async () => {
  const made = await add(given);
  expect(made.status).toBe(201);
  expect(await list()).toEqual([
    {
      id: made.body.emr_app.id,
      of: "organization",
      issuer: "https://ehr.example/r4",
      client_id: "console",
      proof: "secret",
      token_url: null,
      scopes: "openid fhirUser offline_access user/*.read user/*.write",
      redirect_uri: expect.stringMatching(/\/api\/emr-authorization\/callback$/),
      created_at: expect.any(String),
    },
  ]);
  expect(JSON.stringify([made.body, await list()])).not.toContain(given.client_secret);
  const rows = await database.asOwner<{ row: string }>("SELECT to_jsonb(a)::text AS row FROM emr_app a", []);
  expect(rows.map(({ row }) => row).join()).not.toContain(given.client_secret);
});

it("has one app for an issuer, which the organization's own key proves without a secret", async () => {
  const { client_secret: _without, ...bare } = given;
  const first = await add(bare);
  expect(first.body.emr_app.proof).toBe("own_key");
  expect((await add({ ...bare, issuer: "https://ehr.example/r4" })).status).toBe(409);
  const { id } = first.body.emr_app;
  expect((await call(DELETE, "DELETE", `/emr-apps/${id}`, { headers: admin, params: { id } })).status).toBe(200);
  expect(await list()).toEqual([]);
  expect((await add(bare)).status).toBe(201);
});

it.each([
  ["issuer", { issuer: "https://10.0.0.1/r4" }],
  ["token_url", { token_url: "https://169.254.169.254/token" }],
  ["scopes", { scopes: "user/*.read" }],
])("refuses a %s that is not to be used", async (field, change) => {
  const { status, body } = await add({ ...given, ...change });
  expect(status).toBe(400);
  expect(body.errors).toEqual([{ field, message: expect.any(String) }]);
});

it("is an admin's alone, and in the audit log by its issuer", async () => {
  expect((await add(given)).status).toBe(201);
  for (const headers of [account.headers, await signIn(account, "staff")]) {
    expect((await add({ ...given, issuer: "https://other.example" }, headers)).status).toBe(403);
    expect((await call(GET, "GET", "/emr-apps", { headers })).status).toBe(403);
  }
  const entries = await database.asOwner(
    "SELECT detail FROM audit_log WHERE action = 'emr-apps:create' AND status = 201 AND organization_id = $1",
    [account.tenant.organizationId],
  );
  expect(entries).toEqual([{ detail: { record: "https://ehr.example/r4" } }]);
});
