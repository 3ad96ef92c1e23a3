import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { errors, Provider, type SigningAlgorithm } from "oidc-provider";

/** Lifetime of an assertion at most, with the tolerance of the clocks that the server has anyway. */
const ASSERTION_SECONDS = 315;

/** Scopes that the server knows. */
export const OAUTH_SCOPES = ["system/*.read", "system/*.write", "system/*.cruds", "system/*.rs", "system/Patient.read"];

/** A client as the server registers it: its id, and how it proves itself. */
export type OAuthClient = { client_id: string; scope?: string } & (
  | { client_secret: string; token_endpoint_auth_method: "client_secret_basic" | "client_secret_post" }
  | { jwks_uri: string; token_endpoint_auth_method: "private_key_jwt" }
  | { jwks: { keys: object[] }; token_endpoint_auth_method: "private_key_jwt" }
);

export interface OAuthServer {
  origin: string;
  tokenUrl: string;
  /** The server's own SMART configuration. */
  smartConfiguration: Record<string, unknown>;
  /** Number of token requests so far. */
  requests(): number;
  /** Returns whether a request bears a token of this server that has not ended. */
  admits(headers: IncomingHttpHeaders): Promise<boolean>;
  /** Ends all tokens before their time. */
  endTokens(): void;
  stop(): Promise<void>;
}

export interface OAuthOptions {
  clients: OAuthClient[];
  /** Lifetime of a token in seconds. */
  seconds?: number;
  /** Algorithms of assertions that the server takes. */
  algorithms?: SigningAlgorithm[];
  /** Answers all other requests, at the same origin. */
  others?: RequestListener;
}

const newProvider = (issuer: string, { clients, seconds = 3_600, algorithms = ["RS384", "ES384"] }: OAuthOptions) =>
  new Provider(issuer, {
    clients: clients.map((client) => ({
      scope: OAUTH_SCOPES.join(" "),
      ...client,
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
    })),
    scopes: OAUTH_SCOPES,
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "private_key_jwt"],
    enabledJWA: { clientAuthSigningAlgValues: algorithms },
    // SMART Backend Services: an assertion ends within five minutes.
    assertJwtClientAuthClaimsAndHeader(_context, { exp }) {
      if (Number(exp) > Date.now() / 1_000 + ASSERTION_SECONDS)
        throw new errors.InvalidClientAuth("exp is too far ahead");
    },
    cookies: { keys: ["only-for-the-tests"] },
    ttl: { ClientCredentials: seconds },
    // The server's own dispatcher refuses this machine, on which the public keys stand.
    fetch: (url, options) => fetch(url, Object.assign({}, options, { dispatcher: undefined })),
  });

/** Starts a real OAuth server on a free loopback port, which issues tokens by the client credentials grant. */
export async function startOAuthServer(options: OAuthOptions): Promise<OAuthServer> {
  const listening = Promise.withResolvers<RequestListener>();
  const server = createServer(async (request, response) => (await listening.promise)(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = newProvider(origin, options);
  const answer = provider.callback();
  let requests = 0;
  const issued = new Set<string>();
  provider.on("client_credentials.saved", ({ jti }) => issued.add(jti));
  listening.resolve((request, response) => {
    // Node.js writes the machine's time, which a test may have moved.
    response.setHeader("date", new Date(Date.now()).toUTCString());
    if (request.url !== "/token") return void (options.others ?? answer)(request, response);
    requests++;
    void answer(request, response);
  });
  const tokenUrl = `${origin}/token`;
  return {
    origin,
    tokenUrl,
    smartConfiguration: {
      token_endpoint: tokenUrl,
      token_endpoint_auth_methods_supported: [
        ...new Set(options.clients.map(({ token_endpoint_auth_method }) => token_endpoint_auth_method)),
      ],
      token_endpoint_auth_signing_alg_values_supported: options.algorithms ?? ["RS384", "ES384"],
      capabilities: ["client-confidential-asymmetric", "permission-v1"],
    },
    requests: () => requests,
    async admits({ authorization = "" }) {
      const token = authorization.replace(/^Bearer /, "");
      return issued.has(token) && (await provider.ClientCredentials.find(token)) !== undefined;
    },
    endTokens: () => issued.clear(),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
