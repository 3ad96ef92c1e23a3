/** @module-tag long */
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as listTokens } from "#app/v1/mcp-tokens/route.ts";
import { DELETE as revokeOwn } from "#app/v1/me/oauth-grants/[id]/route.ts";
import { GET as listOwn } from "#app/v1/me/oauth-grants/route.ts";
import { GET as whoAmI } from "#app/v1/me/route.ts";
import { DELETE as revokeAsAdmin } from "#app/v1/oauth-grants/[id]/route.ts";
import { POST as consent, GET as listAll } from "#app/v1/oauth-grants/route.ts";
import { PUT as setRules } from "#app/v1/organizations/oauth/route.ts";
import { PATCH as changeUser } from "#app/v1/users/[id]/route.ts";
import { applyRetention } from "#lib/jobs/retention/retention";
import { readAuthorizationRequest } from "#lib/oauth/authorization-request";
import { flushAudit } from "#lib/security/audit/audit-log";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { directoryProblems } from "#lib/testing/directory-problems";
import type { TestAccount } from "#lib/testing/linked-account";
import { ClientMemory, pkce, REDIRECT_URI } from "#lib/testing/oauth-client";
import { oauthFlow } from "#lib/testing/oauth-flow";
import { type OAuthServer, startOAuthServer } from "#lib/testing/oauth-server";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

type Headers = Record<string, string>;

const database = testDatabase();
let server: OAuthServer;
const { send, register, exchange, refreshed, ask, opens } = oauthFlow(() => server);
let clinic: TestAccount;
let admin: Headers;
let staff: Headers;
let staffId: string;

const turn = async (enabled: boolean, headers = admin) =>
  expect((await call(setRules, "PUT", "/organizations/oauth", { headers, body: { enabled } })).status).toBe(200);

beforeAll(async () => {
  server = await startOAuthServer();
  clinic = await openClinic();
  admin = await signIn(clinic, "admin");
  staff = await signIn(clinic, "staff");
  staffId = (await call(whoAmI, "GET", "/me", { headers: staff })).body.user.id;
});
beforeEach(async () => {
  await turn(true);
  // Each test begins as from an address that has asked for nothing.
  await database.asOwner("DELETE FROM sign_in_bucket");
});
afterEach(async () => {
  vi.useRealTimers();
  expect(await directoryProblems(database)).toEqual([]);
});
afterAll(() => server.stop());

const aClient = async (uris = [REDIRECT_URI]): Promise<string> =>
  (await register({ client_name: "Scribe", redirect_uris: uris })).body.client_id;

const CHOICE = { reads: ["patients:read"], drafts: ["payments:create"] };

interface Asked {
  clientId?: string;
  challenge?: string;
  given?: Record<string, unknown>;
  headers?: Headers;
}
const grant = async ({ clientId, challenge = pkce().challenge, given = {}, headers = staff }: Asked = {}) =>
  call(consent, "POST", "/oauth-grants", {
    headers,
    body: {
      response_type: "code",
      client_id: clientId ?? (await aClient()),
      redirect_uri: REDIRECT_URI,
      code_challenge: challenge,
      code_challenge_method: "S256",
      state: "s",
      resource: server.mcp.href,
      ...CHOICE,
      ...given,
    },
  });

/** Makes a code, and the form that exchanges it. */
const aCode = async (asked: Asked = {}) => {
  const { verifier, challenge } = pkce();
  const clientId = asked.clientId ?? (await aClient());
  const { status, body } = await grant({ ...asked, clientId, challenge });
  expect([status, body.message]).toEqual([201, "Access granted"]);
  const form = {
    grant_type: "authorization_code",
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code: new URL(body.redirect_to).searchParams.get("code") ?? "",
    code_verifier: verifier,
    resource: server.mcp.href,
  };
  return { form, clientId, id: body.oauth_grant.id as string };
};
const aGrant = async (asked: Asked = {}) => {
  const made = await aCode(asked);
  const { status, body } = await exchange(made.form);
  expect(status).toBe(200);
  return { ...made, tokens: body };
};
const entries = async (action: string) => {
  await flushAudit();
  return database.asOwner<{ route: string; actor: { kind: string; name: string }; detail: { record: string } | null }>(
    "SELECT route, actor, detail FROM audit_log WHERE action = $1 ORDER BY at, id",
    [action],
  );
};

describe("from nothing but the address", () => {
  it("the SDK's client finds the server, registers, asks, gets tokens, reads, drafts and refreshes", async () => {
    const memory = new ClientMemory();
    const transport = new StreamableHTTPClientTransport(server.mcp, { authProvider: memory });
    const client = new Client({ name: "scripted", version: "1.0.0" });
    await expect(client.connect(transport)).rejects.toBeInstanceOf(UnauthorizedError);
    const asked = Object.fromEntries(memory.asked?.searchParams ?? []);
    expect(memory.asked?.pathname).toBe("/oauth/authorize");
    const request = { ...asked, scope: asked.scope ?? null, state: asked.state ?? null } as never;
    expect(await readAuthorizationRequest(request)).toMatchObject({ client: { name: "Scripted assistant" } });

    const { body } = await call(consent, "POST", "/oauth-grants", { headers: staff, body: { ...asked, ...CHOICE } });
    const answer = new URL(body.redirect_to);
    expect(answer.href.startsWith(`${REDIRECT_URI}?`)).toBe(true);
    expect(answer.searchParams.get("state")).toBe(memory.state());
    await transport.finishAuth(answer.searchParams);
    expect(memory.kept).toMatchObject({ scope: "read draft", expires_in: 3_600 });

    const again = new StreamableHTTPClientTransport(server.mcp, { authProvider: memory });
    const connected = new Client({ name: "scripted", version: "1.0.0" });
    await connected.connect(again);
    const { tools } = await connected.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      "draft_payments_create",
      "read_patient_matches",
      "read_patients",
      "read_patients_by_mrn",
      "search_documentation",
    ]);
    const drafted = await connected.callTool({
      name: "draft_payments_create",
      arguments: { patient_mrn: "MRN-1", payment_method: "cash", reference_number: "R", location: "LOC-1", amount: 1 },
    });
    expect(drafted.isError).toBe(false);
    const [draft] = await database.asOwner<{ drafted_by: { name: string } }>("SELECT drafted_by FROM draft");
    expect(draft?.drafted_by.name).toBe("Pat (Scripted assistant)");

    const first = memory.kept?.access_token;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_700_000 });
    expect((await connected.callTool({ name: "read_patients", arguments: { limit: 1 } })).isError).toBe(false);
    expect(memory.kept?.access_token).not.toBe(first);
    await connected.close();
  });

  it("states what RFC 9728 and RFC 8414 ask for, at the addresses that they name", async () => {
    const challenge = (await ask(null)).headers.get("www-authenticate");
    const at = `${server.origin}/.well-known/oauth-protected-resource/mcp`;
    expect(challenge).toContain(`resource_metadata="${at}", scope="read draft"`);
    for (const address of [at, at.replace(/\/mcp$/, "")]) {
      const metadata = await (await fetch(address)).json();
      expect(metadata).toMatchObject({ resource: server.mcp.href, authorization_servers: [server.origin] });
    }
    const answer = await fetch(`${server.origin}/.well-known/oauth-authorization-server`);
    expect(await answer.json()).toMatchObject({
      issuer: server.origin,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });
});

describe("a code", () => {
  const refused: [string, (form: Headers) => Promise<Headers> | Headers, string][] = [
    ["another verifier", (form) => ({ ...form, code_verifier: pkce().verifier }), "invalid_grant"],
    ["another redirect URI", (form) => ({ ...form, redirect_uri: `${REDIRECT_URI}/` }), "invalid_grant"],
    ["another client", async (form) => ({ ...form, client_id: await aClient() }), "invalid_grant"],
    ["another resource", (form) => ({ ...form, resource: "https://elsewhere.example/mcp" }), "invalid_target"],
    ["no verifier", ({ code_verifier, ...form }) => form as Headers, "invalid_request"],
    ["no client", ({ client_id, ...form }) => form as Headers, "invalid_request"],
    ["an unknown code", (form) => ({ ...form, code: `mcpc_${"x".repeat(43)}` }), "invalid_grant"],
    ["a NUL in the code", (form) => ({ ...form, code: "mcpc_\0" }), "invalid_grant"],
    ["a password grant", (form) => ({ ...form, grant_type: "password" }), "unsupported_grant_type"],
  ];
  it.each(refused)("is not exchanged with %s, and is afterwards without", async (_case, change, code) => {
    const { form } = await aCode();
    const { status, body, headers } = await exchange(await change(form));
    expect([status, body.error, headers.get("cache-control")]).toEqual([
      400,
      code,
      expect.stringContaining("no-store"),
    ]);
    expect(body.error_description).toEqual(expect.any(String));
    expect((await exchange(form)).status).toBe(200);
  });

  it("is taken once: a second time ends what the first one gave", async () => {
    const { form, tokens, id } = await aGrant();
    expect(await opens(tokens.access_token)).toBe(true);
    expect((await exchange(form)).body.error).toBe("invalid_grant");
    expect(await opens(tokens.access_token)).toBe(false);
    const [entry] = (await entries("oauth-grants:revoke")).slice(-1);
    expect(entry).toMatchObject({ route: "POST /api/oauth/token", actor: { kind: "mcp_token", name: "Pat (Scribe)" } });
    const { body } = await call(listOwn, "GET", "/me/oauth-grants", { headers: staff });
    expect(body.oauth_grants.find((each: { id: string }) => each.id === id)?.status).toBe("revoked");
  });

  it("is exchanged once by many at the same time", async () => {
    const { form } = await aCode();
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(form)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("ends after a minute, and its grant with it", async () => {
    const { form, id } = await aCode();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect((await exchange(form)).body.error).toBe("invalid_grant");
    const { body } = await call(listOwn, "GET", "/me/oauth-grants", { headers: staff });
    expect(body.oauth_grants.find((each: { id: string }) => each.id === id)?.status).toBe("ended");
  });

  it.each([
    ["JSON", '{"grant_type":"authorization_code"}', { "content-type": "application/json" }, 400],
    ["the same parameter twice", "grant_type=a&grant_type=b", {}, 400],
    ["an empty body", "", {}, 400],
    ["a broken escape", "grant_type=%zz&client_id=%ff", {}, 400],
    ["a body in gzip", "x", { "content-encoding": "gzip" }, 415],
  ])("is not asked for by %s", async (_case, form, headers, status) => {
    const answer = await send("/api/oauth/token", form, headers as Headers);
    expect([answer.status, answer.body.error]).toEqual([
      status,
      expect.stringMatching(/invalid_request|unsupported_grant_type/),
    ]);
  });
});

describe("a refresh token", () => {
  it("is replaced at each use", async () => {
    const { clientId, tokens } = await aGrant();
    const { status, body } = await refreshed(clientId, tokens.refresh_token, { resource: server.mcp.href });
    expect([status, body.scope, body.token_type]).toEqual([200, "read draft", "Bearer"]);
    expect(body.refresh_token).not.toBe(tokens.refresh_token);
    expect(await opens(body.access_token)).toBe(true);
  });

  it("is taken again at once, for a lost answer, whose tokens are then good for nothing", async () => {
    const { clientId, tokens } = await aGrant();
    const lost = (await refreshed(clientId, tokens.refresh_token)).body;
    const got = await refreshed(clientId, tokens.refresh_token);
    expect([got.status, await opens(got.body.access_token), await opens(lost.access_token)]).toEqual([
      200,
      true,
      false,
    ]);
    // A thief who intercepted the lost answer uses its refresh token, which reveals the reuse.
    expect((await refreshed(clientId, lost.refresh_token)).body.error).toBe("invalid_grant");
    expect(await opens(got.body.access_token)).toBe(false);
    expect((await refreshed(clientId, got.body.refresh_token)).status).toBe(400);
  });

  it("ends the grant when it comes after its successor was used, or late", async () => {
    for (const late of [false, true]) {
      const { clientId, tokens } = await aGrant();
      const next = (await refreshed(clientId, tokens.refresh_token)).body;
      if (late) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
      const last = late ? next : (await refreshed(clientId, next.refresh_token)).body;
      expect((await refreshed(clientId, tokens.refresh_token)).body.error).toBe("invalid_grant");
      expect(await opens(last.access_token)).toBe(false);
      expect((await refreshed(clientId, last.refresh_token)).body.error).toBe("invalid_grant");
      vi.useRealTimers();
    }
    expect((await entries("oauth-grants:revoke")).at(-1)?.detail?.record).toContain("used twice");
  });

  it.each([
    ["another client", { client_id: "oauth_other" }, "invalid_grant"],
    ["another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    ["a wider scope", { scope: "read draft admin" }, "invalid_scope"],
  ])("is refused with %s", async (_case, change, code) => {
    const { clientId, tokens } = await aGrant();
    expect((await refreshed(clientId, tokens.refresh_token, change)).body.error).toBe(code);
    expect((await refreshed(clientId, tokens.refresh_token)).status).toBe(200);
  });

  it("opens nothing itself, nor does a code", async () => {
    const { tokens, form } = await aGrant();
    for (const secret of [tokens.refresh_token, form.code]) expect((await ask(secret)).status).toBe(401);
  });

  it("lasts no longer than its grant, 90 days", async () => {
    const { clientId, tokens } = await aGrant();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 90 * 86_400_000 });
    expect((await refreshed(clientId, tokens.refresh_token)).body.error).toBe("invalid_grant");
  });
});

describe("consent", () => {
  it.each([
    ["an unknown client", { client_id: "oauth_nobody" }, "The assistant is not known here"],
    ["a client id with a NUL", { client_id: "oauth_\0" }, ""],
    ["another redirect URI", { redirect_uri: "https://elsewhere.example/callback" }, "not one of the assistant's"],
    ["another path of a loopback", { redirect_uri: "http://127.0.0.1:33418/other" }, "not one of the assistant's"],
    ["plain PKCE", { code_challenge_method: "plain" }, "code_challenge_method must be S256"],
    ["no challenge", { code_challenge: "" }, "code_challenge must be"],
    ["another resource", { resource: "https://elsewhere.example/mcp" }, "resource must be the address of /mcp"],
    ["an implicit grant", { response_type: "token" }, "response_type must be code"],
    ["scopes that are none", { scope: "admin" }, "scope must have read or draft"],
    ["drafts that were not asked for", { scope: "read" }, "drafts must be empty"],
    ["more than the person may read", { reads: ["webhook-endpoints:read"] }, "reads must be what you may do yourself"],
    ["nothing", { reads: [], drafts: [] }, "reads must name what"],
    ["what no assistant may read", { reads: ["users:read"] }, "reads must be an array"],
  ])("is not given to %s", async (_case, given, message) => {
    const { status, body } = await grant({ given });
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it("is given by a person's session alone, from the console's own pages", async () => {
    expect((await grant({ headers: clinic.headers })).status).toBe(403);
    expect((await grant({ headers: { ...staff, origin: "https://elsewhere.example" } })).status).toBe(403);
    expect((await grant({ headers: {} })).status).toBe(401);
  });

  it("is that of the person who was asked: not of one who has signed in since in the same browser", async () => {
    const { status, body } = await grant({ given: { user_id: staffId }, headers: admin });
    expect([status, body.message]).toEqual([409, expect.stringMatching(/^Another person has signed in/)]);
    expect((await grant({ given: { user_id: staffId } })).status).toBe(201);
  });

  it("leads to a loopback address with any port, and to nothing else that differs", async () => {
    const clientId = await aClient(["http://localhost/callback", "https://assistant.example/callback"]);
    const to = async (redirect_uri: string) => (await grant({ clientId, given: { redirect_uri } })).status;
    expect(await to("http://localhost:4711/callback")).toBe(201);
    expect(await to("https://assistant.example/callback")).toBe(201);
    for (const uri of [
      "https://assistant.example:444/callback",
      "https://assistant.example/callback?x=1",
      "https://assistant.example/callback/../other",
      "https://assistant.example.elsewhere.example/callback",
      "https://assistant.example@elsewhere.example/callback",
      "http://127.0.0.1/callback",
      "http://localhost.elsewhere.example/callback",
      "http://localhost:4711/callback#x",
      "javascript:alert(1)",
      "//assistant.example/callback",
    ]) {
      expect([uri, await to(uri)]).toEqual([uri, 400]);
    }
  });

  it("reaches no further than the person's role, at every request", async () => {
    const boss = await signIn(clinic, "admin");
    const { id: bossId } = (await call(whoAmI, "GET", "/me", { headers: boss })).body.user;
    const given = { reads: ["patients:read", "webhook-endpoints:read"], drafts: [] };
    const { tokens } = await aGrant({ headers: boss, given });
    const names = async () => {
      const { result } = await (await ask(tokens.access_token)).json();
      return result.tools.map(({ name }: { name: string }) => name);
    };
    expect(await names()).toContain("read_webhook_endpoints");
    const params = { id: bossId };
    await call(changeUser, "PATCH", `/users/${bossId}`, { headers: admin, params, body: { role: "staff" } });
    expect(await names()).not.toContain("read_webhook_endpoints");
    await call(changeUser, "PATCH", `/users/${bossId}`, { headers: admin, params, body: { active: false } });
    expect(await opens(tokens.access_token)).toBe(false);
  });
});

describe("the switch", () => {
  it("off: nothing is there, the 401 is as ever, and no token is taken", async () => {
    const { clientId, tokens } = await aGrant();
    const { form } = await aCode();
    await turn(false);
    expect(await opens(tokens.access_token)).toBe(false);
    expect((await ask(null)).headers.get("www-authenticate")).toBe("Bearer");
    for (const path of ["oauth-authorization-server", "oauth-protected-resource", "oauth-protected-resource/mcp"]) {
      expect((await fetch(`${server.origin}/.well-known/${path}`)).status).toBe(404);
    }
    expect((await register({ redirect_uris: [REDIRECT_URI] })).status).toBe(404);
    expect((await exchange(form)).status).toBe(404);
    expect((await refreshed(clientId, tokens.refresh_token)).status).toBe(404);
    expect((await fetch(`${server.origin}/api/oauth/token`)).status).toBe(404);
    expect((await grant({ clientId })).status).toBe(403);
  });

  it("is one organization's: another that has it on lends nothing to this one", async () => {
    const other = await openClinic();
    const theirs = await signIn(other, "admin");
    await turn(true, theirs);
    const { clientId, tokens } = await aGrant();
    const { form } = await aCode();
    await turn(false);
    expect(await opens(tokens.access_token)).toBe(false);
    expect((await exchange(form)).body.error).toBe("invalid_grant");
    expect((await refreshed(clientId, tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect((await grant({ clientId })).status).toBe(403);
    await turn(false, theirs);
    await turn(true);
    expect(await opens(tokens.access_token)).toBe(true);
  });

  it("is an admin's, and in the audit log", async () => {
    const body = { enabled: false };
    for (const headers of [staff, clinic.headers]) {
      expect((await call(setRules, "PUT", "/organizations/oauth", { headers, body })).status).toBe(403);
    }
    expect((await entries("oauth-rules:update")).length).toBeGreaterThan(0);
  });
});

describe("grants", () => {
  it("are listed for their person and for admins of all accounts, not beside static tokens", async () => {
    const { id } = await aGrant();
    const own = (await call(listOwn, "GET", "/me/oauth-grants", { headers: staff })).body.oauth_grants[0];
    expect(own).toMatchObject({ id, client_name: "Scribe", client_host: "127.0.0.1:33418", status: "active" });
    expect(own).toMatchObject({
      user_id: staffId,
      user_name: "Pat",
      ...CHOICE,
      linked_account_name: expect.any(String),
    });
    const all = (await call(listAll, "GET", "/oauth-grants", { headers: admin })).body.oauth_grants;
    expect(all[0]).toEqual(own);
    expect((await call(listAll, "GET", "/oauth-grants", { headers: staff })).status).toBe(403);
    expect((await call(listOwn, "GET", "/me/oauth-grants", { headers: admin })).body.oauth_grants).toEqual([]);
    expect((await call(listTokens, "GET", "/mcp-tokens", { headers: admin })).body.mcp_tokens).toEqual([]);
  });

  it.each(["own", "admin"])("are revoked by their person or an admin (%s), with all their tokens", async (by) => {
    const { id, clientId, tokens } = await aGrant();
    const params = { id };
    expect((await call(revokeOwn, "DELETE", `/me/oauth-grants/${id}`, { headers: admin, params })).status).toBe(404);
    expect((await call(revokeAsAdmin, "DELETE", `/oauth-grants/${id}`, { headers: staff, params })).status).toBe(403);
    const gone =
      by === "own"
        ? await call(revokeOwn, "DELETE", `/me/oauth-grants/${id}`, { headers: staff, params })
        : await call(revokeAsAdmin, "DELETE", `/oauth-grants/${id}`, { headers: admin, params });
    expect([gone.status, gone.body.oauth_grant.status]).toEqual([200, "revoked"]);
    expect(await opens(tokens.access_token)).toBe(false);
    expect((await refreshed(clientId, tokens.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("are revoked by their client (RFC 7009); an access token alone by itself", async () => {
    const { clientId, tokens } = await aGrant();
    const revoke = (token: string, client_id = clientId) => send("/api/oauth/revoke", { token, client_id });
    expect((await revoke("mcpr_nothing")).status).toBe(200);
    expect((await revoke(tokens.refresh_token, await aClient())).status).toBe(200);
    expect(await opens(tokens.access_token)).toBe(true);
    expect([(await revoke(tokens.access_token)).status, await opens(tokens.access_token)]).toEqual([200, false]);
    const next = (await refreshed(clientId, tokens.refresh_token)).body;
    expect(await opens(next.access_token)).toBe(true);
    expect([(await revoke(next.refresh_token)).status, await opens(next.access_token)]).toEqual([200, false]);
    expect((await refreshed(clientId, next.refresh_token)).status).toBe(400);
  });

  it("are not seen or revoked from another organization", async () => {
    const { id, tokens } = await aGrant();
    const theirs = await signIn(await openClinic(), "admin");
    const params = { id };
    expect((await call(listAll, "GET", "/oauth-grants", { headers: theirs })).body.oauth_grants).toEqual([]);
    for (const [handler, path] of [
      [revokeAsAdmin, "/oauth-grants/"],
      [revokeOwn, "/me/oauth-grants/"],
    ] as const) {
      expect((await call(handler, "DELETE", path + id, { headers: theirs, params })).status).toBe(404);
    }
    expect(await opens(tokens.access_token)).toBe(true);
  });
});

describe("registration", () => {
  it("keeps what it needs, and answers with it", async () => {
    const { status, body } = await register({
      client_name: "  Scribe  ",
      redirect_uris: [REDIRECT_URI],
      logo_uri: "https://x",
    });
    expect([status, body]).toEqual([
      201,
      {
        client_id: expect.stringMatching(/^oauth_/),
        client_id_issued_at: expect.any(Number),
        client_name: "Scribe",
        redirect_uris: [REDIRECT_URI],
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
    ]);
    expect((await entries("oauth-clients:register")).at(-1)).toMatchObject({ actor: { kind: "anonymous" } });
  });

  it.each([
    ["no redirect URI", {}, "invalid_redirect_uri"],
    ["an empty list", { redirect_uris: [] }, "invalid_redirect_uri"],
    ["http to a host", { redirect_uris: ["http://assistant.example/"] }, "invalid_redirect_uri"],
    ["a script", { redirect_uris: [REDIRECT_URI, "javascript:alert(1)"] }, "invalid_redirect_uri"],
    ["a fragment", { redirect_uris: ["https://assistant.example/#x"] }, "invalid_redirect_uri"],
    ["credentials", { redirect_uris: ["https://a:b@assistant.example/"] }, "invalid_redirect_uri"],
    ["a NUL", { redirect_uris: ["https://assistant.example/\0"] }, "invalid_request"],
    ["a number", { redirect_uris: [7] }, "invalid_redirect_uri"],
    [
      "a secret",
      { redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: "client_secret_basic" },
      "invalid_client_metadata",
    ],
    ["another grant", { redirect_uris: [REDIRECT_URI], grant_types: ["implicit"] }, "invalid_client_metadata"],
  ])("is refused with %s", async (_case, body, code) => {
    const answer = await register(body);
    expect([answer.status, answer.body.error]).toEqual([400, code]);
  });

  it("takes a name that is not one line by the host of the address instead", async () => {
    const redirect_uris = ["https://assistant.example/callback"];
    expect((await register({ client_name: "a\u202eb", redirect_uris })).body.client_name).toBe("assistant.example");
  });

  it("is limited by address, and clients that nobody used are removed after a day", async () => {
    const answers = [];
    for (let each = 0; each < 200 && answers.at(-1)?.status !== 429; each++) {
      answers.push(await register({ redirect_uris: [REDIRECT_URI] }));
    }
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { error: "slow_down" } });
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    await database.asOwner("UPDATE oauth_client SET created_at = now() - interval '2 days'");
    const before = await database.asOwner("SELECT FROM oauth_client WHERE used_at IS NOT NULL");
    await applyRetention(new Date());
    expect(await database.asOwner("SELECT FROM oauth_client")).toHaveLength(before.length);
    await database.asOwner("UPDATE oauth_credential SET expires_at = now() - interval '2 days'");
    await applyRetention(new Date());
    expect(await database.asOwner("SELECT FROM oauth_credential")).toEqual([]);
  });
});
