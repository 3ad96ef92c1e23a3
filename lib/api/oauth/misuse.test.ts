import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PUT as setRules } from "#app/v1/organizations/oauth/route.ts";
import { answerAddress, readAuthorizationRequest, readParameters } from "#lib/oauth/authorization-request";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { pkce, REDIRECT_URI } from "#lib/testing/oauth-client";
import { oauthFlow } from "#lib/testing/oauth-flow";
import { type OAuthServer, startOAuthServer } from "#lib/testing/oauth-server";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

type Sent = Record<string, string>;

const database = testDatabase();
let server: OAuthServer;
let clinic: TestAccount;
let staff: Sent;
let clientId: string;
const { send, register, exchange, refreshed, ask, opens } = oauthFlow(() => server);

beforeAll(async () => {
  server = await startOAuthServer();
  clinic = await openClinic();
  const admin = await signIn(clinic, "admin");
  staff = await signIn(clinic, "staff");
  await call(setRules, "PUT", "/organizations/oauth", { headers: admin, body: { enabled: true } });
  clientId = (await register({ client_name: "Scribe", redirect_uris: [REDIRECT_URI] })).body.client_id;
});
beforeEach(() => database.asOwner("DELETE FROM sign_in_bucket"));
afterAll(() => server.stop());

const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

/** The parameters of a request, with the person's choice. */
const request = (verifier: string, given: Record<string, unknown> = {}) => ({
  response_type: "code",
  client_id: clientId,
  redirect_uri: REDIRECT_URI,
  code_challenge: challengeOf(verifier),
  code_challenge_method: "S256",
  state: "s",
  resource: server.mcp.href,
  reads: ["patients:read"],
  drafts: ["payments:create"],
  ...given,
});

/** Consents over HTTP, as the console's page does. */
const consent = (body: unknown, headers: Sent = {}) =>
  send("/v1/oauth-grants", JSON.stringify(body), { ...staff, "content-type": "application/json", ...headers });

/** Returns the form that exchanges a new code. */
async function aForm(verifier = pkce().verifier, given: Record<string, unknown> = {}): Promise<Sent> {
  const { status, body } = await consent(request(verifier, given));
  expect(status).toBe(201);
  return {
    grant_type: "authorization_code",
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code: new URL(body.redirect_to).searchParams.get("code") ?? "",
    code_verifier: verifier,
  };
}
const tokensOf = async (form: Sent) => (await exchange(form)).body;

describe("a verifier that is none of RFC 7636", () => {
  it.each([
    ["shorter than 43 characters", "x".repeat(42)],
    ["longer than 128", "x".repeat(129)],
    ["of one character", "x"],
    ["with a space", `${"x".repeat(50)} `],
    ["with a letter that is not ASCII", `${"x".repeat(50)}é`],
    ["with a NUL", `${"x".repeat(50)}\0`],
  ])("is refused, although its challenge matches: %s", async (_case, verifier) => {
    const { status, body } = await exchange(await aForm(verifier));
    expect([status, body.error]).toEqual([400, "invalid_request"]);
    expect(body.error_description).toContain("code_verifier must have 43 to 128");
  });

  it.each(["x".repeat(43), `${"x".repeat(124)}-._~`])("is taken within its bounds: %s", async (verifier) => {
    expect((await exchange(await aForm(verifier))).status).toBe(200);
  });
});

it.each([
  ["/api/oauth/token", "POST"],
  ["/api/oauth/register", "POST"],
  ["/api/oauth/revoke", "POST"],
  ["/.well-known/oauth-authorization-server", "GET, HEAD"],
  ["/.well-known/oauth-protected-resource/mcp", "GET, HEAD"],
])("%s answers %s alone", async (path, allowed) => {
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter((each) => !allowed.includes(each))) {
    const answer = await fetch(new URL(path, server.origin), { method });
    expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, allowed]);
    expect((await answer.json()).error).toBe("invalid_request");
  }
});

it("an address carries no code, secret or token", async () => {
  const form = await aForm();
  const query = `?${new URLSearchParams(form)}`;
  expect((await send(`/api/oauth/token${query}`, {})).body.error).toBe("invalid_request");
  const { access_token } = await tokensOf(form);
  expect(await opens(access_token)).toBe(true);
  const inAddress = new URL(`/mcp?access_token=${access_token}`, server.origin);
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", access_token });
  expect((await fetch(inAddress, { method: "POST", headers, body })).status).toBe(401);
});

describe("parameters that come twice", () => {
  it.each(["grant_type", "code", "client_id", "redirect_uri", "code_verifier", "other"])(
    "at the token endpoint: %s",
    async (name) => {
      const form = await aForm();
      const twice = `${new URLSearchParams({ ...form, other: "1" })}&${name}=${form[name] ?? "1"}`;
      const { status, body } = await send("/api/oauth/token", twice);
      expect([status, body.error]).toEqual([400, "invalid_request"]);
      expect((await exchange(form)).status).toBe(200);
    },
  );

  it.each(["response_type", "client_id", "redirect_uri", "scope", "state", "code_challenge", "resource"])(
    "in an authorization request lead nowhere: %s",
    async (name) => {
      const { reads: _reads, drafts: _drafts, ...query } = request(pkce().verifier, { scope: "read" });
      const { given, repeated } = readParameters({ ...query, [name]: ["a", "b"] } as never);
      expect(await readAuthorizationRequest(given, repeated)).toEqual({
        problem: `The request has more than one ${name}`,
        redirectTo: null,
      });
    },
  );
});

describe("an authorization request", () => {
  const asked = (given: Record<string, string | null>) =>
    readAuthorizationRequest({ ...(request(pkce().verifier) as never as Sent), scope: null, ...given } as never);

  it.each([
    ["an implicit one", { response_type: "token" }, "unsupported_response_type"],
    ["of a hybrid flow", { response_type: "code id_token" }, "unsupported_response_type"],
    ["without response_type", { response_type: null }, "unsupported_response_type"],
    ["plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["without a method, which means plain", { code_challenge_method: null }, "invalid_request"],
    ["without a challenge", { code_challenge: null }, "invalid_request"],
    ["with a challenge of 42 characters", { code_challenge: "x".repeat(42) }, "invalid_request"],
    ["for another audience", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    ["for /v1", { resource: "http://127.0.0.1/v1" }, "invalid_target"],
    ["of unknown scopes", { scope: "openid email" }, "invalid_scope"],
  ])("%s is answered to the client by its error, with state and issuer", async (_case, given, error) => {
    const { redirectTo } = (await asked(given)) as { redirectTo: string };
    const { origin, pathname, searchParams } = new URL(redirectTo);
    expect(origin + pathname).toBe(REDIRECT_URI);
    expect(Object.fromEntries(searchParams)).toMatchObject({ error, state: "s", iss: server.origin });
    expect(searchParams.has("code")).toBe(false);
  });

  it.each([
    ["a fragment", `${REDIRECT_URI}#x`],
    ["an empty fragment", `${REDIRECT_URI}#`],
    ["a person's name", "http://me@127.0.0.1:33418/callback"],
    ["name and password", "http://a:b@127.0.0.1:33418/callback"],
    ["an empty name", "http://@127.0.0.1:33418/callback"],
    ["a query", `${REDIRECT_URI}?a=b`],
    ["another host", "http://127.0.0.2:33418/callback"],
    ["a host that begins alike", "http://127.0.0.1.elsewhere.example/callback"],
    ["a number for the host", "http://2130706433:33418/callback"],
    ["another letter case", "http://127.0.0.1:33418/Callback"],
    ["an escaped letter", "http://127.0.0.1:33418/%63allback"],
    ["a backslash", "http://127.0.0.1:33418\\@elsewhere.example/callback"],
    ["a line break", `${REDIRECT_URI}\r\nx: y`],
    ["nothing", null],
  ])("whose redirect URI has %s leads nowhere", async (_case, redirect_uri) => {
    expect(await asked({ redirect_uri })).toMatchObject({ redirectTo: null });
  });

  it("without state is answered without one, and any state comes back as it was", async () => {
    const { body } = await consent(request(pkce().verifier, { state: undefined }));
    const answer = new URL(body.redirect_to);
    expect([...answer.searchParams.keys()].sort()).toEqual(["code", "iss"]);
    for (const state of ["a b+c&d=e#f%20", "ä🩺", "<script>", "x".repeat(2_000)]) {
      expect(new URL(answerAddress(REDIRECT_URI, state, { code: "c" })).searchParams.get("state")).toBe(state);
    }
    expect(await asked({ state: "x".repeat(2_001) })).toMatchObject({ redirectTo: null });
  });
});

describe("consent is refused", () => {
  it.each([
    ["to a page of another site", { origin: "https://elsewhere.example" }, 403],
    ["to a page that hides its origin", { origin: "null" }, 403],
    ["to a request that a browser marks as another site's", { origin: "", "sec-fetch-site": "cross-site" }, 403],
    ["to one that names no origin", { origin: "" }, 403],
    ["to a form", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["to plain text, which needs no preflight", { "content-type": "text/plain" }, 415],
  ])("%s", async (_case, headers, status) => {
    const before = await database.asOwner("SELECT FROM mcp_token");
    const given = { ...staff, "content-type": "application/json", ...headers };
    const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
    const answer = await send("/v1/oauth-grants", JSON.stringify(request(pkce().verifier)), sent);
    expect(answer.status).toBe(status);
    expect(await database.asOwner("SELECT FROM mcp_token")).toHaveLength(before.length);
  });
});

describe("a code or token in the place of another", () => {
  it("is refused, and stays what it was", async () => {
    const form = await aForm();
    expect((await refreshed(clientId, form.code ?? "")).body.error).toBe("invalid_grant");
    const tokens = await tokensOf(form);
    for (const code of [tokens.access_token, tokens.refresh_token]) {
      expect((await exchange({ ...form, code })).body.error).toBe("invalid_grant");
    }
    expect((await refreshed(clientId, tokens.access_token)).body.error).toBe("invalid_grant");
    expect(await opens(tokens.access_token)).toBe(true);
    expect((await refreshed(clientId, tokens.refresh_token)).status).toBe(200);
  });

  it("of another client is refused, and stays what it was", async () => {
    const other = (await register({ redirect_uris: [REDIRECT_URI] })).body.client_id;
    const form = await aForm();
    expect((await exchange({ ...form, client_id: other })).body.error).toBe("invalid_grant");
    const tokens = await tokensOf(form);
    expect((await refreshed(other, tokens.refresh_token)).body.error).toBe("invalid_grant");
    expect((await refreshed(clientId, tokens.refresh_token)).status).toBe(200);
  });
});

describe("a refresh", () => {
  it("gives no more than the person granted", async () => {
    const tokens = await tokensOf(await aForm(undefined, { scope: "read draft", drafts: [] }));
    expect(tokens.scope).toBe("read");
    for (const scope of ["read draft", "draft", "admin", "read read:all"]) {
      expect((await refreshed(clientId, tokens.refresh_token, { scope })).body.error).toBe("invalid_scope");
    }
    expect((await refreshed(clientId, tokens.refresh_token, { scope: "read" })).body.scope).toBe("read");
  });
});

describe("the 401 of /mcp", () => {
  it.each([
    ["without a token", null, "Bearer "],
    [
      "for one that nobody issued",
      `mcpa_${"x".repeat(43)}`,
      'Bearer error="invalid_token", error_description="unknown", ',
    ],
  ])("%s leads to the authorization server", async (_case, token, challenge) => {
    const answer = await ask(token);
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
      401,
      `${challenge}resource_metadata="${server.origin}/.well-known/oauth-protected-resource/mcp", scope="read draft"`,
    ]);
  });

  it("says of a token that it has ended, or was revoked", async () => {
    const { access_token, refresh_token } = await tokensOf(await aForm());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });
    const ended = await ask(access_token);
    vi.useRealTimers();
    expect([ended.status, ended.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining('error_description="expired"'),
    ]);
    await send("/api/oauth/revoke", { token: refresh_token, client_id: clientId });
    const revoked = await ask(access_token);
    expect([revoked.status, revoked.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining('error_description="revoked"'),
    ]);
  });

  it("refuses a token that is for another resource, as after a change of the public address", async () => {
    const { access_token } = await tokensOf(await aForm());
    await database.asOwner("UPDATE oauth_credential SET resource = 'https://elsewhere.example/mcp'");
    expect((await ask(access_token)).status).toBe(401);
  });
});

describe("a registration is refused with", () => {
  it.each([
    ["eleven redirect URIs", { redirect_uris: Array.from({ length: 11 }, (_, at) => `${REDIRECT_URI}${at}`) }, 400],
    ["a redirect URI of 2,001 characters", { redirect_uris: [`${REDIRECT_URI}/${"x".repeat(2_000)}`] }, 400],
    ["a scheme of a program", { redirect_uris: ["scribe://callback"] }, 400],
    ["a file", { redirect_uris: ["file:///etc/passwd"] }, 400],
    ["data", { redirect_uris: ["data:text/html,x"] }, 400],
    ["a wildcard for the host", { redirect_uris: ["https://*.assistant.example/callback"] }, 400],
    ["a list", [{ redirect_uris: [REDIRECT_URI] }], 400],
    ["a text", "x", 400],
    ["more than the body may have", { redirect_uris: [REDIRECT_URI], logo: "x".repeat(2_000_000) }, 413],
  ])("%s", async (_case, body, status) => {
    const answer = await register(body);
    expect([answer.status, typeof answer.body.error]).toEqual([status, "string"]);
  });
});
