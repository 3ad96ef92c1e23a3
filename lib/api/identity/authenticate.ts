import { unauthorized } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import type { Principal } from "#lib/kernel/principal";
import { authenticateEmbed } from "#lib/security/credentials/embed-token";
import { bearerToken } from "#lib/security/credentials/token-refused";
import { authenticateAlone, authenticateClient, readCredentials } from "./credentials.ts";
import { authenticateSession } from "./session-principal.ts";

const CREDENTIAL_HEADERS = ["client_id", "client_secret", "access_token"];

/** Returns the API client of a request's headers; null if they are not valid together. */
function clientOf(headers: Headers, isForAlone: boolean): Promise<Principal | null> | null {
  if (isForAlone && !headers.has("access_token")) return authenticateAlone(headers);
  const credentials = readCredentials(headers);
  return credentials && authenticateClient(credentials);
}

/**
 * Authenticates a caller of `/v1`: by the three headers if any of them is present, else by an embedded view's token,
 * else by the console's session. A request with a token is judged by the token alone. `isForAlone`: an API client needs no
 * `access_token` (additions §5). Throws 401.
 */
export async function authenticate(request: HttpRequest, isForAlone = false): Promise<Principal> {
  if (CREDENTIAL_HEADERS.some((name) => request.headers.has(name))) {
    const principal = await clientOf(request.headers, isForAlone);
    if (!principal) throw unauthorized();
    return principal;
  }
  if (request.headers.has("authorization")) {
    const token = bearerToken(request.headers);
    if (token === null) throw unauthorized();
    return authenticateEmbed(token, request.headers);
  }
  return authenticateSession(request);
}
