import { errorResponse, jsonResponse, withErrorBody } from "#lib/api/answer/error-response";
import { HttpError, httpErrorOf } from "#lib/api/answer/http-error";
import { notFound } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { OAuthError, type OAuthErrorCode } from "#lib/oauth/oauth-error";
import { isOn } from "#lib/oauth/switch";

const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" };

/** The codes whose status is not 400. */
const STATUSES: Partial<Record<OAuthErrorCode, number>> = { slow_down: 429, temporarily_unavailable: 429 };

/** Returns an error in the form of RFC 6749, section 5.2. */
function refused(error: unknown, route: string): Response {
  if (error instanceof OAuthError) {
    const { code, message, retryAfterSeconds } = error;
    const wait = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
    return jsonResponse(STATUSES[code] ?? 400, { error: code, error_description: message }, { ...wait, ...NO_STORE });
  }
  const plain = errorResponse(error, route);
  const code = plain.status >= 500 ? "server_error" : "invalid_request";
  const description = httpErrorOf(error)?.message ?? "The request could not be answered; repeat it";
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
    throw new HttpError(405, message, { headers: { Allow: allowed } });
  });
  const answering = handler(route, answer);
  return Object.fromEntries(METHODS.map((method) => [method, method === own ? answering : refuse])) as Record<
    (typeof METHODS)[number],
    Handler
  >;
}

/** Returns the error of an address that has asked too often. */
export const tooManyRequests = (seconds: number): OAuthError =>
  new OAuthError("slow_down", "Too many requests from this address", { retryAfterSeconds: seconds });
