import { errorResponse, jsonResponse, withErrorBody } from "#lib/api/answer/error-response";
import { ApiError, notFound } from "#lib/kernel/api-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { OAuthError } from "#lib/oauth/oauth-error";
import { isOn } from "#lib/oauth/switch";

const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" };

/** Returns an error in the form of RFC 6749, section 5.2. */
function refused(error: unknown, route: string): Response {
  if (error instanceof OAuthError) {
    const body = { error: error.code, error_description: error.message };
    return jsonResponse(error.status, body, { ...error.headers, ...NO_STORE });
  }
  const plain = errorResponse(error, route);
  const code = plain.status >= 500 ? "server_error" : "invalid_request";
  const description = error instanceof ApiError ? error.message : "The request could not be answered; repeat it";
  return withErrorBody(plain, { error: code, error_description: description }, NO_STORE);
}

type Handler = (request: HttpRequest) => Promise<Response>;

const handler =
  (route: string, answer: (request: HttpRequest) => Promise<object | Response>): Handler =>
  async (request) => {
    try {
      if (!(await isOn())) return errorResponse(notFound("This address"), route);
      const answered = await answer(request);
      return answered instanceof Response ? answered : jsonResponse(200, answered, NO_STORE);
    } catch (error) {
      return refused(error, route);
    }
  };

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/**
 * Returns the handlers of an address of the authorization server, whose errors have the form of RFC 6749. While no
 * organization has it on, it is not there (404); other methods than that of `route` are 405. `answer` returns the body of a 200,
 * or a whole response.
 */
export function oauthRoutes(
  route: `${"GET" | "POST"} ${string}`,
  answer: (request: HttpRequest) => Promise<object | Response>,
): Record<(typeof METHODS)[number], Handler> {
  const [own = ""] = route.split(" ");
  const allowed = own === "GET" ? "GET, HEAD" : own;
  const refuse = handler(route, async ({ method }) => {
    const message = `Method ${method} is not allowed here; allowed: ${allowed}`;
    throw new ApiError(405, message, { headers: { Allow: allowed } });
  });
  const answering = handler(route, answer);
  return Object.fromEntries(METHODS.map((method) => [method, method === own ? answering : refuse])) as Record<
    (typeof METHODS)[number],
    Handler
  >;
}

/** Returns the 429 of the authorization server. */
export const tooManyRequests = (seconds: number): OAuthError =>
  new OAuthError("slow_down", "Too many requests from this address", 429, { "retry-after": String(seconds) });
