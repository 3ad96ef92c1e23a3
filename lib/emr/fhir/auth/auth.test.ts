import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeProtectedHeader } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { emrClient } from "#lib/egress/emr-client";
import type { FhirConnection } from "#lib/emr/fhir/connection";
import { type FhirServer, fhirServer } from "#lib/emr/fhir/server";
import type { SignAssertion } from "#lib/emr/port/assertion";
import { EmrError } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { newKeyPairs } from "#lib/security/organization-keys/key-pairs";
import { publicKeySet, rotateKeys, signAssertion } from "#lib/security/organization-keys/keys";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import {
  type OAuthClient,
  type OAuthOptions,
  type OAuthServer,
  startOAuthServer,
} from "#lib/testing/fhir/oauth-server";
import { startSkewedOAuthServer } from "#lib/testing/fhir/skewed-oauth-server";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { authorizationOf } from "./authorization-of.ts";

process.env.SEED = "demo";
testDatabase();

const SECRET = "s3cret: with/special+characters&%";
const BY_BASIC = {
  client_id: "by basic",
  client_secret: SECRET,
  token_endpoint_auth_method: "client_secret_basic",
} as const;
const BY_POST = {
  client_id: "by-post",
  client_secret: SECRET,
  token_endpoint_auth_method: "client_secret_post",
} as const;

const stops: (() => unknown)[] = [];
let fhir: MedplumServer;

beforeEach(async () => {
  fhir = await startMedplum();
  stops.push(fhir.stop);
});

afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) await stop();
});

/** Starts an OAuth server that issues the tokens of the FHIR server. */
async function startTokens(client: OAuthClient, options: Partial<OAuthOptions> = {}): Promise<OAuthServer> {
  const oauth = await startOAuthServer({ clients: [client], ...options });
  stops.push(oauth.stop);
  fhir.admits = oauth.admits;
  fhir.smartConfiguration = oauth.smartConfiguration;
  return oauth;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Opened {
  baseUrl?: string;
  id?: string | null;
  sign?: SignAssertion;
}

/** Opens the FHIR server as a connector does. */
function opened(auth: FhirConnection["auth"], { baseUrl = fhir.baseUrl, id = newId(), sign }: Opened = {}): FhirServer {
  const tokenUrl = "token_url" in auth ? auth.token_url : undefined;
  const client = emrClient({ baseUrl, ...(tokenUrl && { tokenUrl }) });
  const authorization = authorizationOf({ base_url: baseUrl, auth }, client, { id, sign });
  return fhirServer({ baseUrl, client, calls: null, authorization });
}

const bySecret = (client: typeof BY_BASIC | typeof BY_POST, token_url?: string): FhirConnection["auth"] => ({
  kind: "client_secret",
  client_id: client.client_id,
  client_secret: client.client_secret,
  ...(token_url && { token_url }),
});

const ask = async (server: FhirServer) => (await server.ask("Patient?_count=1")).status;

/** Returns the EmrError of a call that must fail before it reaches the FHIR server. */
async function refusal(server: FhirServer): Promise<EmrError> {
  const error = await server.ask("Patient?_count=1").catch((thrown: unknown) => thrown);
  if (!(error instanceof EmrError)) throw new Error(`No EmrError, but ${String(error)}`);
  expect(fhir.requests.filter((each) => each.startsWith("GET /Patient"))).toEqual([]);
  expect([error.kind, error.notDone]).toEqual(["passing", true]);
  for (const secret of [SECRET, encodeURIComponent(SECRET)]) expect(error.message).not.toContain(secret);
  return error;
}

describe("a client with a secret", () => {
  it.each([BY_BASIC, BY_POST])(
    "proves itself by $token_endpoint_auth_method, as the server states it",
    async (client) => {
      const { tokenUrl } = await startTokens(client);
      expect(await ask(opened(bySecret(client, tokenUrl)))).toBe(200);
    },
  );

  it("proves itself by HTTP Basic at a server that states nothing", async () => {
    const { tokenUrl } = await startTokens(BY_BASIC);
    fhir.smartConfiguration = null;
    expect(await ask(opened(bySecret(BY_BASIC, tokenUrl)))).toBe(200);
  });

  it("asks for the scopes of the connection", async () => {
    const { tokenUrl } = await startTokens({ ...BY_BASIC, scope: "system/Patient.read" });
    const scoped = (scopes: string) => ({ ...bySecret(BY_BASIC, tokenUrl), scopes }) as FhirConnection["auth"];
    expect((await refusal(opened(scoped("system/*.read")))).message).toMatch(/refuses this client \(invalid_scope: /);
    expect(await ask(opened(scoped("system/Patient.read")))).toBe(200);
  });

  it("that the server does not know is refused with a sentence and without the secret", async () => {
    const { tokenUrl } = await startTokens({ ...BY_BASIC, client_secret: "another secret" });
    expect((await refusal(opened(bySecret(BY_BASIC, tokenUrl)))).message).toBe(
      "The EMR's token address refuses this client (invalid_client: client authentication failed)",
    );
  });
});

describe("a token address", () => {
  it("at the server's own origin is discovered", async () => {
    const tokens: { server?: OAuthServer } = {};
    const seen: string[] = [];
    const oauth = await startTokens(BY_BASIC, {
      async others(request, response) {
        seen.push(request.url ?? "");
        if (request.url === "/fhir/.well-known/smart-configuration") {
          return void response.end(JSON.stringify(tokens.server?.smartConfiguration));
        }
        response.statusCode = (await tokens.server?.admits(request.headers)) ? 200 : 401;
        response.end("{}");
      },
    });
    tokens.server = oauth;
    expect(await ask(opened(bySecret(BY_BASIC), { baseUrl: `${oauth.origin}/fhir/` }))).toBe(200);
    expect(seen).toEqual(["/fhir/.well-known/smart-configuration", "/fhir/Patient?_count=1"]);
  });

  it("at another origin gets no credentials until an admin enters it", async () => {
    const oauth = await startTokens(BY_BASIC);
    const { message } = await refusal(opened(bySecret(BY_BASIC)));
    expect(message).toBe(
      `The server names a token address at another origin, ${oauth.tokenUrl}; if it is right, enter it as the token address`,
    );
    expect(oauth.requests()).toBe(0);
    expect(await ask(opened(bySecret(BY_BASIC, oauth.tokenUrl)))).toBe(200);
  });

  it("is not changed by the server's configuration once it is entered", async () => {
    const oauth = await startTokens(BY_BASIC);
    let met = 0;
    const stranger = await serve((_request, response) => {
      met++;
      response.end();
    });
    fhir.smartConfiguration = { ...oauth.smartConfiguration, token_endpoint: `${stranger}/token` };
    expect(await ask(opened(bySecret(BY_BASIC, oauth.tokenUrl)))).toBe(200);
    expect(met).toBe(0);
  });

  it.each([
    [null, "answers with the status 404"],
    [{ capabilities: [] }, "names none"],
    [{ token_endpoint: "javascript:alert(1)" }, "names none"],
  ])("is missing if the configuration is %o", async (configuration, why) => {
    fhir.smartConfiguration = configuration;
    const { message } = await refusal(opened(bySecret(BY_BASIC)));
    expect(message).toBe(`No token address is known: the server's .well-known/smart-configuration ${why}; enter it`);
  });

  it("that cannot be reached is said so", async () => {
    fhir.admits = () => false;
    const { message } = await refusal(opened(bySecret(BY_BASIC, "http://127.0.0.1:1/token")));
    expect(message).toBe("The EMR's token address did not answer: No connection to the EMR (ECONNREFUSED)");
  });

  it.each([
    [503, "no JSON", "The EMR's token address fails (the status 503)", false],
    [429, "{}", "The EMR's token address takes no more requests now (the status 429)", true],
    [
      200,
      '{"access_token":"a\\nb","token_type":"Bearer"}',
      "The EMR's token address answers without a bearer token",
      false,
    ],
    [200, '{"access_token":"a","token_type":"mac"}', "The EMR's token address answers without a bearer token", false],
    [400, '{"error":"bad words <b>"}', "The EMR's token address refuses this client (the status 400)", false],
    [
      401,
      JSON.stringify({ error: "invalid_client", error_description: `secret ${SECRET} is wrong` }),
      "The EMR's token address refuses this client (invalid_client)",
      false,
    ],
  ])("that answers %i %s fails the call", async (status, body, wanted, limited) => {
    const origin = await serve((_request, response) => response.writeHead(status, { "retry-after": "7" }).end(body));
    const error = await refusal(opened(bySecret(BY_BASIC, `${origin}/token`)));
    expect([error.message, error.limited]).toEqual([wanted, limited]);
    if (limited) expect(error.retryAfterMs).toBe(7_000);
  });
});

describe("a token", () => {
  it("is fetched once for all connections of an account, and not shared with others", async () => {
    const oauth = await startTokens(BY_BASIC);
    const auth = bySecret(BY_BASIC, oauth.tokenUrl);
    const [id, other] = [newId(), newId()];
    const asked = [opened(auth, { id }), opened(auth, { id }), opened(auth, { id })].map(ask);
    expect(await Promise.all(asked)).toEqual([200, 200, 200]);
    expect(await ask(opened(auth, { id }))).toBe(200);
    expect(oauth.requests()).toBe(1);
    await ask(opened(auth, { id: other }));
    await ask(opened(auth, { id: null }));
    await ask(opened(auth, { id: null }));
    expect(oauth.requests()).toBe(4);
  });

  it("is fetched anew before it ends", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const oauth = await startTokens(BY_BASIC, { seconds: 300 });
    const server = opened(bySecret(BY_BASIC, oauth.tokenUrl));
    const asks = async (seconds: number) => {
      vi.setSystemTime(Date.now() + seconds * 1_000);
      return [await ask(server), oauth.requests()];
    };
    expect(await asks(0)).toEqual([200, 1]);
    expect(await asks(235)).toEqual([200, 1]);
    expect(await asks(10)).toEqual([200, 2]);
  });

  it("that ends early is renewed once, also for calls at the same time", async () => {
    const oauth = await startTokens(BY_BASIC);
    const server = opened(bySecret(BY_BASIC, oauth.tokenUrl));
    expect(await ask(server)).toBe(200);
    oauth.endTokens();
    expect(await Promise.all([ask(server), ask(server), ask(server)])).toEqual([200, 200, 200]);
    expect(oauth.requests()).toBe(2);
  });

  it("that the server refuses although it is new is not renewed again and again", async () => {
    const oauth = await startTokens(BY_BASIC);
    fhir.admits = () => false;
    const server = opened(bySecret(BY_BASIC, oauth.tokenUrl));
    for (let call = 0; call < 5; call++) expect(await ask(server)).toBe(401);
    expect(oauth.requests()).toBe(2);
  });

  it("keeps nobody waiting whose call ends", async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const origin = await serve(() => arrive());
    const server = opened(bySecret(BY_BASIC, `${origin}/token`));
    const end = new AbortController();
    const asked = server.ask("Patient", { signal: end.signal }).catch((error: unknown) => error);
    await arrived;
    end.abort();
    expect(((await asked) as EmrError).message).toBe("The request to the EMR was ended");
  });
});

describe("what a server quotes", () => {
  it("shows no token and no header that authorized the call", async () => {
    const key = 'the "key" of the header';
    const origin = await serve(({ headers }, response) => {
      const diagnostics = `Refused: ${headers["x-api-key"]}, ${headers.authorization}`;
      const issue = [{ severity: "error", code: "security", diagnostics }];
      response.writeHead(403).end(JSON.stringify({ resourceType: "OperationOutcome", issue }));
    });
    const header = { kind: "header", header_value: key } as const;
    const said = async (header_name: string, header_value: string) => {
      const server = opened({ ...header, header_name, header_value }, { baseUrl: `${origin}/fhir` });
      return server.read("Patient", "1", AbortSignal.timeout(5_000)).catch((error: Error) => error.message);
    };
    expect(await said("X-Api-Key", key)).toMatch(/: Refused: …, undefined$/);
    expect(await said("Authorization", "Bearer abcdef")).toMatch(/: Refused: undefined, Bearer …$/);
  });
});

describe("a fixed header", () => {
  it("is sent with every call", async () => {
    fhir.admits = ({ "x-api-key": key }) => key === SECRET.slice(0, 6);
    const header = { kind: "header", header_name: "X-Api-Key", header_value: SECRET.slice(0, 6) } as const;
    expect(await ask(opened(header))).toBe(200);
    expect(await ask(opened({ ...header, header_value: "another" }))).toBe(401);
    expect(await ask(opened({ kind: "none" }))).toBe(401);
  });
});

describe("SMART Backend Services", () => {
  /** The JWK set of an organization behind HTTP, as servers read it, and its signature. */
  async function organization() {
    const { tenant } = await makeLinkedAccount();
    const { GET } = await import("#app/api/jwks/[organization]/route.ts");
    const origin = await serve(async (request, response) => {
      const id = /^\/\.well-known\/jwks\/(.+)\.json$/.exec(request.url ?? "")?.[1] ?? "";
      const answer = await GET(new Request(`http://console${request.url}`), {
        params: Promise.resolve({ organization: id }),
      });
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
    const { organizationId } = tenant;
    const sign: SignAssertion = (claims, algorithm) => signAssertion(organizationId, claims, algorithm);
    return { organizationId, jwks_uri: `${origin}/.well-known/jwks/${organizationId}.json`, sign };
  }

  const backend = (token_url: string): FhirConnection["auth"] => ({
    kind: "smart_backend",
    client_id: "backend",
    token_url,
  });
  const asymmetric = { client_id: "backend", token_endpoint_auth_method: "private_key_jwt" } as const;

  it.each<[("RS384" | "ES384")[]]>([[["RS384", "ES384"]], [["RS384"]], [["ES384"]]])(
    "prove the client by an assertion that a server with %o takes",
    async (algorithms) => {
      const { jwks_uri, sign } = await organization();
      const { tokenUrl } = await startTokens({ ...asymmetric, jwks_uri }, { algorithms });
      expect(await ask(opened(backend(tokenUrl), { sign }))).toBe(200);
    },
  );

  it("ask for scopes of the server's version", async () => {
    const { jwks_uri, sign } = await organization();
    const oauth = await startTokens({ ...asymmetric, jwks_uri, scope: "system/*.cruds" });
    expect((await refusal(opened(backend(oauth.tokenUrl), { sign }))).message).toMatch(/invalid_scope/);
    fhir.smartConfiguration = { ...oauth.smartConfiguration, capabilities: ["permission-v2"] };
    expect(await ask(opened(backend(oauth.tokenUrl), { sign }))).toBe(200);
  });

  it.each(["system/*.read", "system/*.rs"])("ask for %s at a server that grants nothing else", async (scope) => {
    const { jwks_uri, sign } = await organization();
    const oauth = await startTokens({ ...asymmetric, jwks_uri, scope });
    const capabilities = [scope.endsWith(".rs") ? "permission-v2" : "permission-v1"];
    fhir.smartConfiguration = { ...oauth.smartConfiguration, capabilities };
    expect(await ask(opened(backend(oauth.tokenUrl), { sign }))).toBe(200);
    expect(oauth.requests()).toBe(2);
  });

  it("are refused to an organization whose keys the server does not know", async () => {
    const [{ sign }, { jwks_uri }] = [await organization(), await organization()];
    const { tokenUrl } = await startTokens({ ...asymmetric, jwks_uri });
    expect((await refusal(opened(backend(tokenUrl), { sign }))).message).toMatch(
      /refuses this client \(invalid_client: /,
    );
  });

  it("get a token at every hour of a rotation of the keys, at a server that keeps a copy of the public ones", {
    tags: "long",
  }, async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { organizationId, jwks_uri, sign } = await organization();
    const { tokenUrl } = await startTokens({ ...asymmetric, jwks_uri });
    const signers: unknown[] = [];
    const recorded: SignAssertion = async (...given) => {
      const assertion = await sign(...given);
      signers.push(decodeProtectedHeader(assertion).kid);
      return assertion;
    };
    const begin = Date.now();
    for (let hour = 0; hour <= 26; hour += 0.5) {
      vi.setSystemTime(begin + hour * 3_600_000);
      if (hour === 1) {
        const pairs = await newKeyPairs();
        await withTenant({ organizationId, linkedAccountId: null }, (tx) => rotateKeys(tx, organizationId, pairs));
      }
      expect(await ask(opened(backend(tokenUrl), { sign: recorded }))).toBe(200);
    }
    expect([signers.length, new Set(signers).size]).toEqual([53, 2]);
  });

  it.each([-10, 10])("reach a server whose clock is %i minutes off", async (minutes) => {
    const { organizationId, sign } = await organization();
    const jwks = (await publicKeySet(organizationId)) ?? { keys: [] };
    const { tokenUrl, stop } = await startSkewedOAuthServer(minutes * 60_000, [{ ...asymmetric, jwks }]);
    stops.push(stop);
    expect(await ask(opened(backend(tokenUrl), { sign }))).toBe(200);
  });
});
