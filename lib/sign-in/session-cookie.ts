import { environment } from "#lib/kernel/environment";

/** True if the console is reached over https, so that the cookie may require it. */
const overHttps = () => environment().PUBLIC_URL?.startsWith("https://") ?? false;

/** The prefix makes browsers refuse a cookie from a subdomain or without TLS. */
export const withPrefix = (name: string) => (overHttps() ? `__Host-${name}` : name);

/** Returns the name of the session cookie. */
export const sessionCookieName = () => withPrefix("crc.session");

/** Returns the attributes of the session cookie: not readable by scripts, not sent with other sites' requests. */
export const sessionCookieOptions = () => ({
  httpOnly: true,
  sameSite: "lax" as const,
  path: "/",
  secure: overHttps(),
});
