import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

/** The person whom the server signs in. */
export const FHIR_USER = "Practitioner/elm-street-1";

const SCOPES = ["openid", "fhirUser", "offline_access", "user/*.read", "user/*.write"];

const PAGE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Simulated EMR</title><style>body { font: 1rem/1.5 sans-serif; margin: 2rem; } button { font: inherit; padding: 0.5rem 1rem; }</style>
  <main><h1>Simulated EMR</h1><p>It stands in for the EMR at which a clinic signs in. There is one person, and no password.</p>
  <form method="post"><button name="choice" value="allow">Sign in and allow</button> <button name="choice" value="refuse">Refuse</button></form></main></html>`;

export interface SmartServer {
  origin: string;
  tokenUrl: string;
  /** What a FHIR server says of it in its SMART configuration. */
  smartConfiguration: Record<string, unknown>;
  /** The grants of the token requests so far, in their order. */
  requests: string[];
  /** Number of the next token requests that are done, but whose answers are lost. */
  lostAnswers: number;
  /** Whether it gives refresh tokens. */
  givesRefreshTokens: boolean;
  /** Whether requests for codes are refused as such of a code that is over. */
  refusesCodes: boolean;
  /** Returns whether a request bears a present token of this server. */
  admits(headers: IncomingHttpHeaders): Promise<boolean>;
  /** Ends all that was granted, as somebody at the clinic does. */
  revoke(): Promise<void>;
  stop(): Promise<void>;
}

export interface SmartOptions {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Lifetime of an access token in seconds. */
  seconds?: number;
}

async function choiceOf(request: IncomingMessage): Promise<string> {
  const text = Buffer.concat(await request.toArray()).toString();
  return new URLSearchParams(text).get("choice") ?? "";
}

/** Starts a real authorization server on a free loopback port, at which one person signs in and consents (SMART App Launch). */
export async function startSmartServer(options: SmartOptions): Promise<SmartServer> {
  const { clientId, clientSecret, redirectUri, seconds = 3_600 } = options;
  const listening = Promise.withResolvers<RequestListener>();
  const server = createServer(async (request, response) => (await listening.promise)(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const grants = new Set<string>();
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        token_endpoint_auth_method: "client_secret_basic",
        scope: SCOPES.join(" "),
      },
    ],
    scopes: SCOPES,
    claims: { openid: ["sub"], fhirUser: ["fhirUser"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => smart.givesRefreshTokens && client.grantTypeAllowed("refresh_token"),
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["only-for-the-tests"] },
    ttl: {
      AccessToken: seconds,
      AuthorizationCode: 60,
      RefreshToken: 86_400,
      Grant: 86_400,
      Interaction: 600,
      Session: 600,
      IdToken: 600,
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, fhirUser: FHIR_USER }) }),
  });
  provider.on("grant.success", ({ oidc }) => void (oidc.entities.Grant && grants.add(oidc.entities.Grant.jti)));
  const answer = provider.callback();
  listening.resolve(async (request, response) => {
    const [path] = (request.url ?? "").split("?");
    if (path?.startsWith("/interaction/")) {
      if (request.method !== "POST") return void response.setHeader("content-type", "text/html").end(PAGE);
      if ((await choiceOf(request)) !== "allow") {
        return void provider.interactionFinished(request, response, { error: "access_denied" });
      }
      const { params } = await provider.interactionDetails(request, response);
      const grant = new provider.Grant({ accountId: FHIR_USER, clientId });
      grant.addOIDCScope(String(params.scope));
      const grantId = await grant.save();
      return void provider.interactionFinished(request, response, {
        login: { accountId: FHIR_USER },
        consent: { grantId },
      });
    }
    if (path === "/token") {
      const sent = Buffer.concat(await request.toArray()).toString();
      const kind = new URLSearchParams(sent).get("grant_type") ?? "";
      smart.requests.push(kind);
      if (smart.refusesCodes && kind === "authorization_code") {
        response.writeHead(400, { "content-type": "application/json" });
        return void response.end(JSON.stringify({ error: "invalid_grant" }));
      }
      // The provider takes a body that a middleware has read.
      Object.assign(request, { body: Object.fromEntries(new URLSearchParams(sent)) });
      if (smart.lostAnswers > 0) {
        smart.lostAnswers--;
        const { socket } = response;
        response.end = ((..._given: unknown[]) => {
          socket?.destroy();
          return response;
        }) as typeof response.end;
      }
    }
    void answer(request, response);
  });
  const smart: SmartServer = {
    origin,
    tokenUrl: `${origin}/token`,
    smartConfiguration: {
      issuer: origin,
      authorization_endpoint: `${origin}/auth`,
      token_endpoint: `${origin}/token`,
      token_endpoint_auth_methods_supported: ["client_secret_basic"],
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ["S256"],
      capabilities: ["launch-standalone", "client-confidential-symmetric", "permission-offline", "permission-v1"],
    },
    requests: [],
    lostAnswers: 0,
    givesRefreshTokens: true,
    refusesCodes: false,
    async admits({ authorization = "" }) {
      const token = authorization.replace(/^Bearer /, "");
      return token !== "" && (await provider.AccessToken.find(token)) !== undefined;
    },
    async revoke() {
      for (const id of grants) {
        await provider.RefreshToken.revokeByGrantId(id);
        await provider.AccessToken.revokeByGrantId(id);
        await (await provider.Grant.find(id))?.destroy();
      }
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return smart;
}
