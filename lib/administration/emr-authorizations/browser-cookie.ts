import { cookieValue } from "#lib/security/credentials/cookie-value";
import { sessionCookieOptions, withPrefix } from "#lib/sign-in/session-cookie";

/** Lifetime of the cookie. It outlives the authorization: without the cookie, a late answer would look like one from another browser. */
const SECONDS = 60 * 60;

/** Each authorization has a cookie of its own: several may be under way in one browser. */
const nameOf = (id: string) => withPrefix(`crc.emr-authorization.${id}`);

function cookie(id: string, value: string, seconds: number): string {
  const { path, secure } = sessionCookieOptions();
  return `${nameOf(id)}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** Returns the `Set-Cookie` value that binds an authorization to the browser in which it begins. */
export const browserCookie = (id: string, value: string): string => cookie(id, value, SECONDS);

/** Returns the `Set-Cookie` value that forgets it. */
export const endedBrowserCookie = (id: string): string => cookie(id, "", 0);

/** Returns the value by which a `Cookie` header shows the browser of an authorization; null if it is another browser. */
export const browserOf = (header: string | null, id: string): string | null => cookieValue(header, nameOf(id));
