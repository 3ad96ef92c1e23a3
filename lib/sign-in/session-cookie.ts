import { hkdfSync, randomUUID } from "node:crypto";
import { EncryptJWT, type JWTPayload, jwtDecrypt } from "jose";
import { present, presentMs } from "#lib/kernel/clock";
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

/** The key that the sign-in library derives, so that a version from before these functions reads their cookies, and they its. */
const keyOfSessions = (): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", required("AUTH_SECRET"), "", "NextAuth.js Generated Encryption Key", 32));

/** Seconds for which a cookie is accepted after its end, as the sign-in library does. */
const TOLERANCE_SECONDS = 15;

/**
 * Returns a session sealed for some seconds. Its end is by the database's clock: the sign-in library's own functions take the
 * process's, so that a person was signed out by each process that was ahead of the one before.
 */
export const sealSession = (session: JWTPayload, seconds: number): Promise<string> =>
  new EncryptJWT(session)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setIssuedAt(present())
    .setExpirationTime(new Date(presentMs() + seconds * 1_000))
    .setJti(randomUUID())
    .encrypt(keyOfSessions());

/** Returns the contents of a sealed session; null if it is none, was changed or is over. */
export async function openSession(token: string): Promise<JWTPayload | null> {
  const open = jwtDecrypt(token, keyOfSessions(), { currentDate: present(), clockTolerance: TOLERANCE_SECONDS });
  return (await open.catch(() => null))?.payload ?? null;
}

/** Returns the `Set-Cookie` value of a session, as the sign-in library writes it. */
export async function sessionCookie(session: SessionToken): Promise<string> {
  const maxAge = sessionSeconds();
  const token = await sealSession({ ...session }, maxAge);
  const { path, secure } = sessionCookieOptions();
  return `${sessionCookieName()}=${token}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
