import { z } from "zod";
import { nameProblem } from "#lib/kernel/one-line";
import { OAuthError } from "./oauth-error.ts";
import { parseRedirectUri } from "./redirect-uri.ts";

const MAX_NAME = 60;
const MAX_URIS = 10;

const texts = z.array(z.string());

const metadata = z.looseObject({
  client_name: z.string().trim().min(1).nullish(),
  redirect_uris: texts.min(1).max(MAX_URIS),
  token_endpoint_auth_method: z.string().nullish(),
  grant_types: texts.nullish(),
  response_types: texts.nullish(),
});

/** What is kept of a client's metadata. */
export interface ClientMetadata {
  name: string;
  redirectUris: string[];
}

const refused = (description: string) => new OAuthError("invalid_client_metadata", description);

/** Returns the name by which a client calls itself, cut to one line, or the host of its redirect URI. */
function nameOf(given: string | null | undefined, first: URL): string {
  const name = [...(given ?? "")].slice(0, MAX_NAME).join("").trim();
  return name !== "" && nameProblem(name) === null ? name : first.hostname;
}

/**
 * Returns what is kept of the metadata of a public client (RFC 7591, section 2), which comes from a registration or from its
 * document. Throws an OAuthError for redirect URIs to which no code may be sent, and for clients that need a secret.
 */
export function readClientMetadata(given: unknown): ClientMetadata {
  const parsed = metadata.safeParse(given);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0];
    if (field === "redirect_uris") {
      throw new OAuthError("invalid_redirect_uri", `redirect_uris must be a list of 1 to ${MAX_URIS} addresses`);
    }
    throw refused(`${field === undefined ? "The metadata" : String(field)} is not as RFC 7591 describes it`);
  }
  const { client_name, redirect_uris, token_endpoint_auth_method, grant_types, response_types } = parsed.data;
  const uris = redirect_uris.map(parseRedirectUri);
  const [first] = uris;
  if (!first || uris.includes(null)) {
    throw new OAuthError(
      "invalid_redirect_uri",
      "Each of redirect_uris must be https, or http to 127.0.0.1, [::1] or localhost, without fragment and credentials",
    );
  }
  // A client that states no method is public here: none has a secret.
  if ((token_endpoint_auth_method ?? "none") !== "none") throw refused("token_endpoint_auth_method must be none");
  if (grant_types && !grant_types.includes("authorization_code"))
    throw refused("grant_types must have authorization_code");
  if (response_types && !response_types.includes("code")) throw refused("response_types must have code");
  return { name: nameOf(client_name, first), redirectUris: redirect_uris };
}
