import { environment } from "#lib/runtime/environment";

/** True where people reach the console over https, and the cookie may insist on it. */
const overHttps = () => environment().PUBLIC_URL?.startsWith("https://") ?? false;

/** The name of the session cookie; the prefix makes browsers refuse it from a subdomain or without TLS. */
export const sessionCookieName = () => (overHttps() ? "__Host-crc.session" : "crc.session");

/** How the session cookie is set: not readable by scripts, not sent from other sites' requests. */
export const sessionCookieOptions = () => ({
  httpOnly: true,
  sameSite: "lax" as const,
  path: "/",
  secure: overHttps(),
});
