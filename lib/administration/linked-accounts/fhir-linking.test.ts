import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
    [{ kind: "magic" }, "connection.auth.kind must be one of smart_backend, client_secret, smart_app, header, none"],
    [{}, "connection.auth.kind must be one of smart_backend, client_secret, smart_app, header, none"],
    ["none", "connection.auth must be an object"],
    [null, "Missing required field: connection.auth (must be an object)"],
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

describe("credentials that the server does not take", () => {
  const accounts = async () => (await call(LIST, "GET", "/linked-accounts", { headers: admin })).body.linked_accounts;
  const header = (value: string) => ({ kind: "header", header_name: "X-Api-Key", header_value: value });

  /** Returns the address of a token server that answers each request alike. */
  async function tokensAnswer(status: number, answer: unknown): Promise<string> {
    const server = createServer((_request, response) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer)),
    );
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  }
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it.each<[string, () => unknown, string, RegExp]>([
    ["a wrong secret", () => bySecret({ client_secret: "wrong" }), "auth.client_secret", /invalid_client/],
    ["an unknown client", () => bySecret({ client_id: "stranger" }), "auth.client_secret", /invalid_client/],
    [
      "keys that the server does not know",
      () => ({ kind: "smart_backend", client_id: "console", token_url: oauth.tokenUrl }),
      "auth.client_id",
      /refuses this client/,
    ],
    ["a wrong header", () => header("wrong"), "auth.header_value", /401/],
    ["none, although some are needed", () => ({ kind: "none" }), "auth.kind", /401/],
    ["no token address", () => bySecret({ token_url: undefined }), "auth.token_url", /another origin/],
    [
      "a token address that is away",
      () => bySecret({ token_url: "http://127.0.0.1:9/token" }),
      "auth.token_url",
      /did not answer/,
    ],
  ])("link nothing and are named: %s", async (_title, auth, field, said) => {
    const before = await accounts();
    const { status, body: answer } = await link(connection(auth()));
    expect([status, answer.errors]).toEqual([
      400,
      [{ field: `connection.${field}`, message: expect.stringMatching(said) }],
    ]);
    expect(answer.message).toBe(`connection.${field} ${answer.errors[0].message}`);
    expect(await accounts()).toEqual(before);
  });

  it.each<[number, unknown, string]>([
    [403, {}, "auth.client_secret"],
    [401, "no", "auth.client_secret"],
    [400, { error: "unauthorized_client" }, "auth.client_secret"],
    [400, { error: "invalid_scope" }, "auth.scopes"],
    [400, { error: "unsupported_grant_type" }, "auth.kind"],
    [404, {}, "auth.token_url"],
    [503, {}, "auth.token_url"],
    [429, {}, "auth.token_url"],
    [200, { token: "none" }, "auth.token_url"],
  ])("link nothing if tokens are answered with %i %o", async (status, said, field) => {
    const token_url = await tokensAnswer(status, said);
    const refused = await link(connection(bySecret({ token_url })));
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, `connection.${field}`]);
  });

  it("name the address if the server itself is away", async () => {
    const { body: answer } = await link(
      connection(bySecret({ token_url: undefined }), { base_url: "http://127.0.0.1:9/fhir" }),
    );
    expect(answer.errors[0].field).toBe("connection.base_url");
  });

  it("leave a connection as it was when they would replace it", async () => {
    const { id } = await linked();
    const before = await accounts();
    const { status, body: answer } = await patch(id, connection(bySecret({ client_secret: "wrong" })));
    expect([status, answer.errors[0].field]).toEqual([400, "connection.auth.client_secret"]);
    expect(await accounts()).toEqual(before);
    expect(await secretsOf(id)).toEqual({ "auth.client_secret": SECRET });
  });

  it("may reach a part of the records alone: then the account is linked to these", async () => {
    fhir.admits = async (headers, path) => (await oauth.admits(headers)) && !path.startsWith("Patient");
    const { profile } = await linked();
    expect(profile.behaviour).toContainEqual({
      probe: "Search of Patient",
      found: expect.stringMatching(/^answers 401/),
    });
  });

  it("are named by the probe, too, which links nothing", async () => {
    const { status, body: answer } = await probe(connection(header("wrong")));
    expect([status, answer.problems]).toEqual([
      200,
      [{ field: "connection.auth.header_value", message: expect.stringMatching(/401/) }],
    ]);
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
