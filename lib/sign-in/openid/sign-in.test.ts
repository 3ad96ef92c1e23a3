import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PUT } from "#app/v1/organizations/provider/route.ts";
import { newId } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import { forgetSingleton } from "#lib/kernel/singleton";
import { ownProviderId } from "#lib/sign-in/own-provider/names";
import { call } from "#lib/testing/call";
import { CONSOLE } from "#lib/testing/clinic-with-provider";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { type OpenIdProvider, startOpenIdProvider } from "#lib/testing/openid-provider";
import { addPeople } from "#lib/testing/people";
import { signIn } from "#lib/testing/principals";
import { resolveTo } from "#lib/testing/resolve-to";
import { SignInBrowser } from "#lib/testing/sign-in-browser";
import { testDatabase } from "#lib/testing/test-database";
import { attemptCookie, endedAttemptCookie } from "./attempt.ts";
import { failureWords } from "./failure.ts";

// The operator allows one address of this machine; another one, on which something listens, stands for the private network.

const database = testDatabase();
const DEPLOYMENT_CALLBACK = `${CONSOLE}/api/auth/callback/oidc`;

/** A server at a forbidden address, and what it was asked. */
let forbidden: { origin: string; asked: number };
let stopForbidden: () => Promise<unknown>;

beforeAll(async () => {
  const server = createSocketServer((socket) => {
    forbidden.asked++;
    socket.destroy();
  });
  server.listen(0, "127.0.0.2");
  await once(server, "listening");
  forbidden = { origin: `http://127.0.0.2:${(server.address() as AddressInfo).port}`, asked: 0 };
  stopForbidden = async () => {
    server.close();
    await once(server, "close");
  };
});
afterAll(() => stopForbidden());

beforeEach(async () => {
  Object.assign(process.env, { NEXTAUTH_URL: CONSOLE, OIDC_PRIVATE_TARGETS: "127.0.0.1/32" });
  for (const name of ["environment", "policy:OIDC_PRIVATE_TARGETS"]) forgetSingleton(name);
  await database.asOwner("DELETE FROM sign_in_bucket");
  forbidden.asked = 0;
});

/** An organization with a provider of its own, and a person whom it knows. */
interface Clinic {
  account: TestAccount;
  own: string;
  provider: OpenIdProvider;
  subject: string;
}

const started: OpenIdProvider[] = [];
afterEach(async () => {
  for (const provider of started.splice(0)) await provider.stop();
});

async function provide(callback: string, algorithm?: Parameters<typeof startOpenIdProvider>[1]) {
  const provider = await startOpenIdProvider(callback, algorithm);
  started.push(provider);
  return provider;
}

async function setProvider({ account, provider }: Pick<Clinic, "account" | "provider">) {
  const headers = await signIn(account, "admin");
  const { OIDC_CLIENT_ID: client_id, OIDC_CLIENT_SECRET: client_secret } = provider.variables;
  return call(PUT, "PUT", "/organizations/provider", {
    headers,
    body: { issuer: provider.issuer, client_id, client_secret },
  });
}

async function clinicWithOwnProvider(algorithm?: Parameters<typeof startOpenIdProvider>[1]): Promise<Clinic> {
  const account = await makeLinkedAccount();
  const own = ownProviderId(account.tenant.organizationId);
  const provider = await provide(`${CONSOLE}/api/auth/callback/${own}`, algorithm);
  expect((await setProvider({ account, provider })).status).toBe(200);
  const subject = `${newId()}@clinic.example`;
  const person = { id: newId(), email: subject, name: "Robin", passwordHash: null, role: "staff" as const };
  await addPeople(account.tenant.organizationId, [{ ...person, externalId: subject }]);
  return { account, own, provider, subject };
}

const isIn = ({ console }: SignInBrowser) => console.kept.has("crc.session");

describe("signs in by id tokens that are signed with", { tags: "long" }, () => {
  it.each(["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"] as const)(
    "%s",
    async (algorithm) => {
      const clinic = await clinicWithOwnProvider(algorithm);
      const browser = new SignInBrowser(CONSOLE);
      await browser.signIn(clinic.subject, "/", clinic.own);
      expect(isIn(browser)).toBe(true);
    },
  );

  it("ES256, also by the deployment's provider and whatever the description lists", async () => {
    const provider = await provide(DEPLOYMENT_CALLBACK, "ES256");
    provider.alter({ description: { id_token_signing_alg_values_supported: ["RS256"] } });
    Object.assign(process.env, provider.variables);
    forgetSingleton("environment");
    const email = `${newId()}@clinic.example`;
    const { organizationId } = (await makeLinkedAccount()).tenant;
    await addPeople(organizationId, [{ id: newId(), email, name: "Robin", passwordHash: null, role: "staff" }]);
    const browser = new SignInBrowser(CONSOLE);
    await browser.signIn(email);
    expect(isIn(browser)).toBe(true);
  });
});

describe("an admin is told of a provider that could sign nobody in", () => {
  it.each([
    [
      "unsigned or by the client's secret",
      { id_token_signing_alg_values_supported: ["none", "HS256"] },
      "must sign id",
    ],
    ["by the implicit flow alone", { response_types_supported: ["id_token"] }, "must offer the authorization code"],
    ["to a client with a key", { token_endpoint_auth_methods_supported: ["private_key_jwt"] }, "must let clients"],
    ["at a script", { authorization_endpoint: "javascript:alert(1)" }, "has no OpenID description"],
  ])("%s", async (_how, description, message) => {
    const account = await makeLinkedAccount();
    const provider = await provide(CONSOLE);
    provider.alter({ description });
    const { status, body } = await setProvider({ account, provider });
    expect([status, body.errors]).toEqual([400, [{ field: "issuer", message: expect.stringContaining(message) }]]);
  });

  it("but not of one that lists too much, or nothing", async () => {
    const account = await makeLinkedAccount();
    const provider = await provide(CONSOLE);
    for (const methods of [["client_secret_post"], ["private_key_jwt", "client_secret_basic"], undefined, "odd"]) {
      provider.alter({ description: { token_endpoint_auth_methods_supported: methods } });
      expect((await setProvider({ account, provider })).status).toBe(200);
    }
  });
});

describe("asks nothing of a private address, although the provider leads there", () => {
  const PRIVATE: [string, (clinic: Clinic) => unknown][] = [
    ["by its token endpoint", ({ provider }) => provider.alter({ description: { token_endpoint: forbidden.origin } })],
    ["by its key set", ({ provider }) => provider.alter({ description: { jwks_uri: forbidden.origin } })],
    [
      "by a name that now has another address",
      ({ provider }) => {
        const { port } = new URL(forbidden.origin);
        resolveTo("keys.clinic.example", "127.0.0.2");
        provider.alter({ description: { jwks_uri: `http://keys.clinic.example:${port}` } });
      },
    ],
    [
      "by a redirect of its description",
      ({ provider }) => provider.alter({ redirects: { "/.well-known/openid-configuration": forbidden.origin } }),
    ],
    [
      "by a redirect of its token endpoint",
      ({ provider }) => provider.alter({ redirects: { "/token": forbidden.origin } }),
    ],
    ["by a redirect of its key set", ({ provider }) => provider.alter({ redirects: { "/jwks": forbidden.origin } })],
  ];

  it.each(PRIVATE)("%s", async (_how, lead) => {
    const clinic = await clinicWithOwnProvider();
    const browser = new SignInBrowser(CONSOLE);
    const back = await browser.signInThere(await browser.leave("/", clinic.own), clinic.subject);
    lead(clinic);
    expect((await browser.comeBack(back)).headers.get("location")).toContain("refused=failed");
    expect([isIn(browser), forbidden.asked]).toEqual([false, 0]);
    expect((await browser.leave("/", clinic.own)).status).not.toBe(500);
    expect(forbidden.asked).toBe(0);
  });

  it("while people sign in through other providers", { tags: "long" }, async () => {
    const [one, other] = [await clinicWithOwnProvider(), await clinicWithOwnProvider()];
    const deployment = await provide(DEPLOYMENT_CALLBACK);
    Object.assign(process.env, deployment.variables);
    forgetSingleton("environment");
    const browser = new SignInBrowser(CONSOLE);
    const back = await browser.signInThere(await browser.leave("/", one.own), one.subject);
    // Between the description, which is answered, and the token, which is asked at a private address.
    const between = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    one.provider.alter({
      description: { token_endpoint: forbidden.origin },
      async before() {
        reached.resolve();
        await between.promise;
      },
    });
    const coming = browser.comeBack(back);
    await reached.promise;
    const beside = new SignInBrowser(CONSOLE);
    await beside.signIn(other.subject, "/", other.own);
    expect(isIn(beside)).toBe(true);
    const unknown = await new SignInBrowser(CONSOLE).signIn("nobody@clinic.example");
    expect(unknown.headers.get("location")).toContain("refused=unknown");
    between.resolve();
    expect((await coming).headers.get("location")).toContain("refused=failed");
    expect([isIn(browser), forbidden.asked]).toEqual([false, 0]);
  });
});

describe("refuses", () => {
  it("an answer of another provider (RFC 9207), and one that does not name its provider", async () => {
    const clinic = await clinicWithOwnProvider();
    for (const change of [
      (url: URL) => url.searchParams.set("iss", "https://evil.example"),
      (url: URL) => url.searchParams.delete("iss"),
    ]) {
      const browser = new SignInBrowser(CONSOLE);
      const back = await browser.signInThere(await browser.leave("/", clinic.own), clinic.subject);
      change(back);
      expect((await browser.comeBack(back)).headers.get("location")).toContain("refused=failed");
      expect(isIn(browser)).toBe(false);
    }
  });

  it("an attempt that was begun at another provider, or before the issuer was changed", async () => {
    const [one, other] = [await clinicWithOwnProvider(), await clinicWithOwnProvider()];
    const browser = new SignInBrowser(CONSOLE);
    const back = await browser.signInThere(await browser.leave("/", one.own), one.subject);
    const cookies = [...browser.console.kept];
    const elsewhere = new URL(back.href.replace(one.own, other.own));
    expect((await browser.comeBack(elsewhere)).headers.get("location")).toContain("refused=failed");
    expect((await setProvider({ account: one.account, provider: other.provider })).status).toBe(200);
    for (const [name, value] of cookies) browser.console.kept.set(name, value);
    expect((await browser.comeBack(back)).headers.get("location")).toContain("refused=failed");
    expect(isIn(browser)).toBe(false);
  });

  it("a script in place of the provider's page, which it describes after it was accepted", async () => {
    const clinic = await clinicWithOwnProvider();
    clinic.provider.alter({ description: { authorization_endpoint: "javascript:alert(1)" } });
    const left = await new SignInBrowser(CONSOLE).leave("/", clinic.own);
    expect([left.status, (await left.json()).refused]).toEqual([400, "failed"]);
  });

  it("a description that is too large", async () => {
    const clinic = await clinicWithOwnProvider();
    clinic.provider.alter({ description: { more: "x".repeat(300_000) } });
    const left = await new SignInBrowser(CONSOLE).leave("/", clinic.own);
    expect([left.status, (await left.json()).refused]).toEqual([503, "unreachable"]);
  });

  it("a provider that compresses a huge description", async () => {
    const server = createServer((_request, response) => {
      response.setHeader("content-encoding", "gzip");
      void import("node:zlib").then(({ gzipSync }) => response.end(gzipSync(Buffer.alloc(3_000_000, " "))));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    Object.assign(process.env, {
      OIDC_ISSUER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OIDC_CLIENT_ID: "console",
      OIDC_CLIENT_SECRET: "secret",
    });
    forgetSingleton("environment");
    const left = await new SignInBrowser(CONSOLE).leave();
    expect([left.status, (await left.json()).refused]).toEqual([503, "unreachable"]);
    server.close();
  });
});

it("asks for the account anew if the person brings an invitation, and only then", async () => {
  const clinic = await clinicWithOwnProvider();
  const urlOf = async (given: { invitation?: string }) =>
    new URL((await (await new SignInBrowser(CONSOLE).leave("/", clinic.own, given)).json()).url).searchParams;
  expect((await urlOf({ invitation: "invitation_x" })).get("prompt")).toBe("login");
  expect((await urlOf({})).get("prompt")).toBeNull();
});

it("keeps the attempt ten minutes for this host alone, and requires TLS if the console is reached over https", async () => {
  const begun = { provider: "oidc", issuer: "x", state: "x", nonce: "x", verifier: "x", next: null, invitation: null };
  const shown = async (address: string) => {
    process.env.PUBLIC_URL = address;
    forgetSingleton("environment");
    return [(await attemptCookie(begun)).replace(/=[^;]+/, "=…"), endedAttemptCookie()];
  };
  const end = "HttpOnly; SameSite=Lax";
  expect(await shown("https://records.example")).toEqual([
    `__Host-crc.sign-in.provider=…; Path=/; Max-Age=600; ${end}; Secure`,
    `__Host-crc.sign-in.provider=; Path=/; Max-Age=0; ${end}; Secure`,
  ]);
  expect(await shown("")).toEqual([
    `crc.sign-in.provider=…; Path=/; Max-Age=600; ${end}`,
    `crc.sign-in.provider=; Path=/; Max-Age=0; ${end}`,
  ]);
});

it("logs why a sign-in failed, but nothing that the provider or the browser sent", async () => {
  const clinic = await clinicWithOwnProvider();
  const warned = vi.spyOn(logger, "warn");
  const browser = new SignInBrowser(CONSOLE);
  const back = await browser.signInThere(await browser.leave("/", clinic.own), clinic.subject);
  back.searchParams.set("code", "secret-words");
  await browser.comeBack(back);
  expect(warned.mock.calls.map(([fields]) => fields)).toEqual([
    { operation: "return", kind: "OAUTH_RESPONSE_BODY_ERROR", reason: "invalid_grant" },
  ]);
  warned.mockRestore();
  expect(failureWords(Object.assign(new Error("token eyJ"), { code: "with a token eyJ" }))).toEqual({ kind: "Error" });
});
