import { isResource, issuer } from "./addresses.ts";
import { findClient, type OAuthClient } from "./clients.ts";
import type { OAuthErrorCode } from "./oauth-error.ts";
import { isRedirectUriOf } from "./redirect-uri.ts";
import { scopesOf } from "./scopes.ts";

/** The parameters of an authorization request (RFC 6749, section 4.1.1; RFC 7636; RFC 8707); null: not given. */
export interface AuthorizationParameters {
  response_type: string | null;
  client_id: string | null;
  redirect_uri: string | null;
  scope: string | null;
  state: string | null;
  code_challenge: string | null;
  code_challenge_method: string | null;
  resource: string | null;
}

const PARAMETERS = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "resource",
] as const satisfies readonly (keyof AuthorizationParameters)[];

/** Reads the parameters of a page's address, and which of them came more than once. An empty one counts as absent. */
export function readParameters(query: Record<string, string | string[] | undefined>): {
  given: AuthorizationParameters;
  repeated: string[];
} {
  const value = (name: (typeof PARAMETERS)[number]) => [query[name]].flat()[0] || null;
  return {
    given: {
      response_type: value("response_type"),
      client_id: value("client_id"),
      redirect_uri: value("redirect_uri"),
      scope: value("scope"),
      state: value("state"),
      code_challenge: value("code_challenge"),
      code_challenge_method: value("code_challenge_method"),
      resource: value("resource"),
    },
    repeated: PARAMETERS.filter((name) => Array.isArray(query[name])),
  };
}

/** A request that a person may be asked about. */
export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  state: string | null;
  scopes: ("read" | "draft")[];
  codeChallenge: string;
}

/**
 * A request that no person is asked about. `redirectTo`: the client's redirect URI with the error; null if the client or
 * the URI is unknown, since a browser must not be led where anybody wants.
 */
export interface RefusedRequest {
  problem: string;
  redirectTo: string | null;
}

const MAX_STATE = 2_000;
/** BASE64URL of SHA-256 (RFC 7636, section 4.2). */
const S256 = /^[A-Za-z0-9_-]{43}$/;

/** Returns a client's redirect URI with an answer (RFC 6749, section 4.1.2), which names the issuer (RFC 9207). */
export function answerAddress(redirectUri: string, state: string | null, answer: Record<string, string>): string {
  const address = new URL(redirectUri);
  const all = { ...answer, ...(state === null ? {} : { state }), iss: issuer() };
  for (const [name, value] of Object.entries(all)) address.searchParams.append(name, value);
  return address.href;
}

/** Returns the address that tells a client that the person has refused. */
export const deniedAddress = ({ redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">): string =>
  answerAddress(redirectUri, state, { error: "access_denied" });

const unled = (problem: string): RefusedRequest => ({ problem, redirectTo: null });

/** Returns what is wrong with the parameters of a client that is known, by the code of its answer; null if nothing is. */
function wrong(given: AuthorizationParameters): [OAuthErrorCode | "unsupported_response_type", string] | null {
  if (given.response_type !== "code") return ["unsupported_response_type", "response_type must be code"];
  if (given.code_challenge_method !== "S256") return ["invalid_request", "code_challenge_method must be S256"];
  if (!S256.test(given.code_challenge ?? ""))
    return ["invalid_request", "code_challenge must be the BASE64URL of a SHA-256"];
  if (!isResource(given.resource)) return ["invalid_target", "resource must be the address of /mcp"];
  return null;
}

/**
 * Judges an authorization request. May fetch the client's metadata document, so only for a signed-in person. `repeated`
 * names the parameters that came more than once, which is forbidden.
 */
export async function readAuthorizationRequest(
  given: AuthorizationParameters,
  repeated: readonly string[] = [],
): Promise<AuthorizationRequest | RefusedRequest> {
  const { client_id: clientId, redirect_uri: redirectUri, state } = given;
  if (repeated.length > 0) return unled(`The request has more than one ${repeated[0]}`);
  const client = clientId === null ? null : await findClient(clientId);
  if (!client) return unled("The assistant is not known here: it has to register, or its document cannot be read");
  if (redirectUri === null || !isRedirectUriOf(client.redirectUris, redirectUri)) {
    return unled("The request leads to an address that is not one of the assistant's");
  }
  if ((state?.length ?? 0) > MAX_STATE) return unled(`The request's state has more than ${MAX_STATE} characters`);
  const refused = (code: string, problem: string) => ({
    problem,
    redirectTo: answerAddress(redirectUri, state, { error: code, error_description: problem }),
  });
  const fault = wrong(given);
  if (fault) return refused(...fault);
  const scopes = scopesOf(given.scope);
  if (!scopes) return refused("invalid_scope", "scope must have read or draft");
  return { client, redirectUri, state, scopes, codeChallenge: given.code_challenge ?? "" };
}
