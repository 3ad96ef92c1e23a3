import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { Provider } from "oidc-provider";

const CLIENT = { OIDC_CLIENT_ID: "console", OIDC_CLIENT_SECRET: "a-secret-of-the-tests-alone" };

/** Token lifetime in seconds: longer than any test. */
const SECONDS = 600;

/** Prefix of email addresses that the provider marks as unverified. */
const UNVERIFIED = "unverified.";

/** Replaces an id token in transit: `sign` signs claims with the provider's key. */
export type TokenChange = (token: string, claims: JWTPayload, sign: (claims: JWTPayload) => Promise<string>) => unknown;

export interface OpenIdProvider {
  issuer: string;
  /** The console's configuration for this provider. */
  variables: Record<"OIDC_ISSUER" | "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET", string>;
  /** Replaces id tokens from now on; null restores the original ones. */
  change(next: TokenChange | null): void;
  stop(): Promise<void>;
}

const PAGE = `<!doctype html><title>Clinic accounts</title><form method="post">
  <label>Email <input name="email"></label> <button>Continue</button></form>`;

async function signedInAs(request: IncomingMessage): Promise<string> {
  const text = Buffer.concat(await request.toArray()).toString();
  return new URLSearchParams(text).get("email") ?? "";
}

function newProvider(issuer: string, redirectUri: string, key: object): Provider {
  return new Provider(issuer, {
    clients: [
      { client_id: CLIENT.OIDC_CLIENT_ID, client_secret: CLIENT.OIDC_CLIENT_SECRET, redirect_uris: [redirectUri] },
    ],
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
 * `redirectUri`.
 */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const known = { kid: "tests", alg: "RS256", use: "sig" };
  const header = { alg: known.alg, kid: known.kid };
  const sign = (claims: JWTPayload) => new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  let change: TokenChange | null = null;

  const listening = Promise.withResolvers<RequestListener>();
  const server = createServer(async (request, response) => (await listening.promise)(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = newProvider(issuer, redirectUri, { ...(await exportJWK(privateKey)), ...known });
  provider.use(async (ctx, next) => {
    await next();
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
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
