import { errorResponse } from "#lib/api/answer/error-response";
import { HttpError } from "#lib/api/answer/http-error";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { cookieValue } from "#lib/security/credentials/cookie-value";
import { callbackCookieName } from "#lib/sign-in/next-auth-options";

const SOME_ORIGIN = "http://localhost";

/** Returns whether a text is an address of http, or a path. */
function isAddress(text: string): boolean {
  const base = text.startsWith("/") ? SOME_ORIGIN : undefined;
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
}

/** Returns whether the cookie of where to lead afterwards has an address, or is not there. */
function isCookieAddress(cookies: string | null): boolean {
  const name = callbackCookieName();
  const value = cookieValue(cookies, name);
  // One that cannot be decoded is there, and has no value.
  const isThere = cookies?.split(";").some((part) => part.trim().startsWith(`${name}=`)) ?? false;
  return value === null ? !isThere : isAddress(value || "/");
}

/**
 * Returns the refusal of a password that does not come by POST, for which the sign-in library would answer 500; null for every
 * other request. `parts` are the parts of its path below /api/auth.
 */
export function refuseReadPassword({ method }: Pick<Request, "method">, parts: readonly string[]): Response | null {
  if (method === "POST" || parts[0] !== "callback" || parts[1] !== "credentials") return null;
  const message = `Method ${method} is not allowed here; allowed: POST`;
  return errorResponse(new HttpError(405, message, { headers: { Allow: "POST" } }), `${method} /api/auth`);
}

/**
 * Returns the refusal of a request whose `callbackUrl`, or the cookie of it, is no address: the sign-in library would take it
 * for a mistake in its own configuration, which is 500. Null for every other request. Such a cookie is removed.
 */
export function refuseCallback({ url, method, headers }: Pick<Request, "url" | "method" | "headers">): Response | null {
  const asked = new URL(url).searchParams.get("callbackUrl");
  const isCookieFine = isCookieAddress(headers.get("cookie"));
  if (isAddress(asked || "/") && isCookieFine) return null;
  const refused = errorResponse(invalid(problem("callbackUrl", "must be an address")), `${method} /api/auth`);
  if (!isCookieFine) {
    const name = callbackCookieName();
    const secure = name.startsWith("__") ? "; Secure" : "";
    refused.headers.append("set-cookie", `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`);
  }
  return refused;
}
