import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as AUDIT } from "#app/v1/audit-log/route.ts";
import { PATCH } from "#app/v1/linked-accounts/[id]/route.ts";
import { POST as PROBE } from "#app/v1/linked-accounts/probe/route.ts";
import { POST as LINK, GET as LIST } from "#app/v1/linked-accounts/route.ts";
import { openCredentials } from "#lib/emr/account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { publicKeySet } from "#lib/security/organization-keys/keys";
import { call } from "#lib/testing/call";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { type OAuthClient, type OAuthServer, startOAuthServer } from "#lib/testing/fhir/oauth-server";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();

const SECRET = "the-secret-of-the-client";
const CLIENT: OAuthClient = {
  client_id: "console",
  client_secret: SECRET,
  token_endpoint_auth_method: "client_secret_basic",
};

let fhir: MedplumServer;
let oauth: OAuthServer;
let account: TestAccount;
let admin: Record<string, string>;

beforeAll(async () => {
  fhir = await startMedplum();
  oauth = await startOAuthServer({ clients: [CLIENT] });
});
afterAll(() => Promise.all([fhir.stop(), oauth.stop()]));

beforeEach(async () => {
  fhir.admits = oauth.admits;
  fhir.smartConfiguration = oauth.smartConfiguration;
  account = await makeLinkedAccount();
  admin = await signIn(account, "admin");
  forgetSingleton("probe-counts");
});

const bySecret = (changes: Record<string, unknown> = {}) => ({
  kind: "client_secret",
  client_id: "console",
  client_secret: SECRET,
  token_url: oauth.tokenUrl,
  ...changes,
});
const connection = (auth: unknown = bySecret(), changes: Record<string, unknown> = {}) => ({
  base_url: fhir.baseUrl,
  auth,
  ...changes,
});
const body = (given: unknown) => ({ name: "Annex", emr_type: "fhir", timezone: "America/Chicago", connection: given });
const link = (given: unknown = connection()) =>
  call(LINK, "POST", "/linked-accounts", { headers: admin, body: body(given) });
const probe = (given: unknown) => call(PROBE, "POST", "/linked-accounts/probe", { headers: admin, body: body(given) });
const patch = (id: string, change: unknown) =>
  call(PATCH, "PATCH", `/linked-accounts/${id}`, { headers: admin, body: { connection: change }, params: { id } });
const linked = async (given?: unknown) => {
  const { status, body: answer } = await link(given);
  if (status !== 201) throw new Error(answer.message);
  return answer.linked_account;
};
const secretsOf = async (id: string) => {
  const [row] = await database.asOwner<{ credentials: string }>(
    "SELECT credentials FROM linked_account WHERE id = $1",
    [id],
  );
  return openCredentials(row?.credentials ?? null);
};

describe("linking a FHIR server", () => {
  it("seals the secrets within `auth` and shows none of them", async () => {
    const made = await linked(connection(bySecret({ scopes: "system/*.read" }), { calls_per_minute: 600, at_once: 4 }));
    const { client_secret: _secret, ...shown } = bySecret({ scopes: "system/*.read" });
    expect(made).toMatchObject({
      connection: { base_url: fhir.baseUrl, auth: shown, calls_per_minute: 600, at_once: 4 },
      secrets: ["auth.client_secret"],
      writes: [],
    });
    expect(await secretsOf(made.id)).toEqual({ "auth.client_secret": SECRET });
    const { linked_accounts } = (await call(LIST, "GET", "/linked-accounts", { headers: admin })).body;
    const { audit_log } = (await call(AUDIT, "GET", "/audit-log", { headers: admin })).body;
    expect(JSON.stringify([linked_accounts, audit_log])).not.toContain(SECRET);
    const everything = await database.asOwner<{ text: string }>(
      "SELECT string_agg(a::text, '') AS text FROM linked_account a UNION ALL SELECT string_agg(a::text, '') FROM audit_log a",
    );
    expect(JSON.stringify(everything)).not.toContain(SECRET);
  });

  it.each([
    [{ kind: "client_secret", client_id: "console" }, "Missing required field: connection.auth.client_secret"],
    [{ kind: "smart_backend" }, "Missing required field: connection.auth.client_id"],
    [
      { kind: "header", header_name: "Host", header_value: "x" },
      "connection.auth.header_name must not be a header that the connector sets itself",
    ],
    [
      { kind: "header", header_name: "X-Key", header_value: "a\nb" },
      "connection.auth.header_value must consist of printable ASCII characters",
    ],
    [{ kind: "magic" }, "connection.auth.kind must be one of smart_backend, client_secret, header, none"],
    [{}, "connection.auth.kind must be one of smart_backend, client_secret, header, none"],
    ["none", "connection.auth must be an object"],
    [null, "connection.auth must be an object"],
    [
      bySecretAt("ftp://auth.example"),
      "connection.auth.token_url must be an http or https URL without user, query and fragment",
    ],
    [
      bySecretAt("https://169.254.169.254/token"),
      "connection.auth.token_url must not lead to a private, loopback, link-local or reserved address",
    ],
  ])("names the field of %o", async (auth, wanted) => {
    const { status, body: answer } = await link(connection(auth));
    expect([status, answer.message]).toEqual([400, wanted]);
    expect(JSON.stringify(answer)).not.toContain(SECRET);
  });

  it("says in the probe why no token was granted, without the secret", async () => {
    const wrong = "a-wrong-secret";
    const { status, body: answer } = await probe(connection(bySecret({ client_secret: wrong })));
    expect([status, answer.profile.reachable]).toEqual([200, false]);
    expect(JSON.stringify(answer)).toContain("refuses this client (invalid_client");
    expect(JSON.stringify(answer)).not.toContain(wrong);
  });

  it("shows a token address at another origin instead of using it", async () => {
    const { body: answer } = await probe(connection(bySecret({ token_url: undefined })));
    expect(answer.profile.reachable).toBe(false);
    expect(JSON.stringify(answer.profile)).toContain(`at another origin, ${oauth.tokenUrl}`);
  });

  it("signs with the key of the organization that probes", async () => {
    const { organizationId } = account.tenant;
    const jwks = (await publicKeySet(organizationId)) ?? { keys: [] };
    const backend = await startOAuthServer({
      clients: [{ client_id: "backend", jwks, token_endpoint_auth_method: "private_key_jwt" }],
    });
    fhir.admits = backend.admits;
    const auth = { kind: "smart_backend", client_id: "backend", token_url: backend.tokenUrl };
    const made = await linked(connection(auth));
    expect([made.connection.auth, made.secrets]).toEqual([auth, []]);
    const stranger = await makeLinkedAccount();
    const { body: answer } = await call(PROBE, "POST", "/linked-accounts/probe", {
      headers: await signIn(stranger, "admin"),
      body: body(connection(auth)),
    });
    expect(answer.profile.reachable).toBe(false);
    await backend.stop();
  });
});

function bySecretAt(token_url: string) {
  return { kind: "client_secret", client_id: "console", client_secret: SECRET, token_url };
}

describe("replacing the connection of a FHIR server", () => {
  const without = (changes: Record<string, unknown> = {}) => bySecret({ client_secret: undefined, ...changes });

  it("keeps a nested secret that is left out, at the same addresses", async () => {
    const { id } = await linked();
    const { status, body: answer } = await patch(id, connection(without(), { mrn_system: "urn:mrn" }));
    expect([status, answer.linked_account.connection.mrn_system]).toEqual([200, "urn:mrn"]);
    expect(await secretsOf(id)).toEqual({ "auth.client_secret": SECRET });
  });

  it("takes a stored secret to no other token address", async () => {
    const { id } = await linked();
    const seen = oauth.requests();
    const other = await startOAuthServer({ clients: [CLIENT] });
    for (const token_url of [other.tokenUrl, null]) {
      const { status, body: answer } = await patch(id, connection(without({ token_url })));
      expect([status, answer.message]).toEqual([400, "Missing required field: connection.auth.client_secret"]);
    }
    expect([oauth.requests(), other.requests()]).toEqual([seen, 0]);
    await other.stop();
  });

  it("drops the secrets of another kind of authorization", async () => {
    const { id } = await linked();
    fhir.admits = ({ "x-api-key": key }) => key === "the-key";
    const header = { kind: "header", header_name: "X-Api-Key", header_value: "the-key" };
    const { status, body: answer } = await patch(id, connection(header));
    expect([status, answer.linked_account.secrets]).toEqual([200, ["auth.header_value"]]);
    expect(await secretsOf(id)).toEqual({ "auth.header_value": "the-key" });
    expect(answer.linked_account.connection.auth).toEqual({ kind: "header", header_name: "X-Api-Key" });
  });

  it("removes an optional field of `auth` by null", async () => {
    const { id } = await linked(connection(bySecret({ scopes: "system/*.read" })));
    const { body: answer } = await patch(id, connection(without({ scopes: null })));
    expect(answer.linked_account.connection.auth.scopes).toBeUndefined();
  });
});
