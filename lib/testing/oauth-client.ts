import { createHash, randomBytes } from "node:crypto";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";

/** Where the client of the tests is sent: nothing listens there. */
export const REDIRECT_URI = "http://127.0.0.1:33418/callback";

type Kept = Pick<
  Required<OAuthClientProvider>,
  "saveClientInformation" | "saveTokens" | "saveCodeVerifier" | "saveDiscoveryState"
>;
type First<Method extends keyof Kept> = Parameters<Kept[Method]>[0];

/** What an OAuth client of the SDK keeps, as a new one on a person's computer would. */
export class ClientMemory implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT_URI;
  readonly clientMetadata = {
    client_name: "Scripted assistant",
    redirect_uris: [REDIRECT_URI],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
  };
  /** Where the SDK would have opened a browser. */
  asked: URL | null = null;
  client: First<"saveClientInformation"> | undefined;
  kept: First<"saveTokens"> | undefined;
  discovered: First<"saveDiscoveryState"> | undefined;
  verifier = "";
  readonly #state = randomBytes(8).toString("hex");

  state = () => this.#state;
  clientInformation = () => this.client;
  saveClientInformation = (client: First<"saveClientInformation">) => {
    this.client = client;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: First<"saveTokens">) => {
    this.kept = tokens;
  };
  discoveryState = () => this.discovered;
  saveDiscoveryState = (state: First<"saveDiscoveryState">) => {
    this.discovered = state;
  };
  codeVerifier = () => this.verifier;
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  redirectToAuthorization = (address: URL) => {
    this.asked = address;
  };
}

/** Returns a new verifier of PKCE and its challenge. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}
