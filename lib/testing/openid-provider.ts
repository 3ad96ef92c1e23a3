import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { Provider, type SigningAlgorithm } from "oidc-provider";

const CLIENT = { OIDC_CLIENT_ID: "console", OIDC_CLIENT_SECRET: "a-secret-of-the-tests-alone" };

/** Token lifetime in seconds: longer than any test. */
const SECONDS = 600;

/** Prefix of email addresses that the provider marks as unverified. */
const UNVERIFIED = "unverified.";

/** Replaces an id token in transit: `sign` signs claims with the provider's key. */
export type TokenChange = (token: string, claims: JWTPayload, sign: (claims: JWTPayload) => Promise<string>) => unknown;

/** How a provider answers otherwise than it is made to. */
export interface Altered {
  /** Fields of its description. */
  description?: Record<string, unknown>;
  /** Addresses to which it redirects requests to a path. */
  redirects?: Record<string, string>;
  /** Awaited before each answer. */
  before?: (path: string) => Promise<void>;
}

export interface OpenIdProvider {
  issuer: string;
  /** The console's configuration for this provider. */
  variables: Record<"OIDC_ISSUER" | "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET", string>;
  /** Replaces id tokens from now on; null restores the original ones. */
  change(next: TokenChange | null): void;
  /** Alters its answers from now on; `{}` restores them. */
  alter(next: Altered): void;
  stop(): Promise<void>;
}

const DESCRIPTION = "/.well-known/openid-configuration";

const PAGE = `<!doctype html><title>Clinic accounts</title><form method="post">
  <label>Email <input name="email" required></label> <button>Continue</button></form>`;

async function signedInAs(request: IncomingMessage): Promise<string> {
  const text = Buffer.concat(await request.toArray()).toString();
  return new URLSearchParams(text).get("email") ?? "";
}

function newProvider(issuer: string, redirectUri: string, key: object, algorithm: SigningAlgorithm): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.OIDC_CLIENT_ID,
        client_secret: CLIENT.OIDC_CLIENT_SECRET,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: algorithm,
      },
    ],
    enabledJWA: { idTokenSigningAlgValues: [algorithm] },
    jwks: { keys: [key] },
    cookies: { keys: ["only-for-the-tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    ttl: { Interaction: SECONDS, Session: SECONDS, Grant: SECONDS, AccessToken: SECONDS, IdToken: SECONDS },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: !email.startsWith(UNVERIFIED), name: "Ada Lovelace" }),
    }),
    // Skips the consent screen.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
}

/**
 * Starts a real OpenID provider on a loopback port that signs in any submitted email address and redirects to
 * `redirectUri`. `algorithm`: of its id tokens.
 */
export async function startOpenIdProvider(
  redirectUri: string,
  algorithm: SigningAlgorithm = "RS256",
): Promise<OpenIdProvider> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const known = { kid: "tests", alg: algorithm, use: "sig" };
  const header = { alg: known.alg, kid: known.kid };
  const sign = (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  let change: TokenChange | null = null;
  let altered: Altered = {};

  const listening = Promise.withResolvers<RequestListener>();
  const server = createServer(async (request, response) => (await listening.promise)(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = newProvider(issuer, redirectUri, { ...(await exportJWK(privateKey)), ...known }, algorithm);
  provider.use(async (ctx, next) => {
    await altered.before?.(ctx.path);
    const elsewhere = altered.redirects?.[ctx.path];
    if (elsewhere !== undefined) return ctx.redirect(elsewhere);
    await next();
    if (ctx.path === DESCRIPTION) ctx.body = { ...ctx.body, ...altered.description };
    const token = ctx.path === "/token" && ctx.body?.id_token;
    if (change && token) ctx.body = { ...ctx.body, id_token: await change(token, decodeJwt(token), sign) };
  });
  const answer = provider.callback();
  listening.resolve(async (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
    if (request.method !== "POST") return void response.setHeader("content-type", "text/html").end(PAGE);
    await provider.interactionFinished(request, response, { login: { accountId: await signedInAs(request) } });
  });
  return {
    issuer,
    variables: { OIDC_ISSUER: issuer, ...CLIENT },
    change(next) {
      change = next;
    },
    alter(next) {
      altered = next;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
