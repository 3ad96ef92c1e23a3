import { environment } from "#lib/kernel/environment";

/** True where people reach the console over https, and the cookie may insist on it. */
const overHttps = () => environment().PUBLIC_URL?.startsWith("https://") ?? false;

/** The prefix makes browsers refuse a cookie from a subdomain or without TLS. */
export const withPrefix = (name: string) => (overHttps() ? `__Host-${name}` : name);

/** The name of the session cookie. */
export const sessionCookieName = () => withPrefix("crc.session");

/** How the session cookie is set: not readable by scripts, not sent from other sites' requests. */
export const sessionCookieOptions = () => ({
  httpOnly: true,
  sameSite: "lax" as const,
  path: "/",
  secure: overHttps(),
});
