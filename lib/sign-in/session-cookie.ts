import { encode } from "next-auth/jwt";
import { environment, required } from "#lib/kernel/environment";
import type { SessionToken } from "./session-token.ts";

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

/**
 * Returns the lifetime of a session's cookie after its last renewal. The console renews it while its person is active;
 * it must outlive the console's own idle timeout by a little.
 */
export const sessionSeconds = () => (environment().IDLE_MINUTES + 1) * 60;

/** Returns the `Set-Cookie` value of a session, as the sign-in library writes it. */
export async function sessionCookie(session: SessionToken): Promise<string> {
  const maxAge = sessionSeconds();
  const token = await encode({ token: { ...session }, secret: required("AUTH_SECRET"), maxAge });
  const { path, secure } = sessionCookieOptions();
  return `${sessionCookieName()}=${token}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
