import { cookieValue } from "#lib/security/credentials/cookie-value";
import { sessionCookieOptions, withPrefix } from "#lib/sign-in/session-cookie";

/** Time to come back from the provider with an invitation. */
const SECONDS = 10 * 60;

const cookieName = () => withPrefix("crc.sign-in.invitation");

const cookie = (value: string, seconds: number): string => {
  const { path, secure } = sessionCookieOptions();
  return `${cookieName()}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
};

/** Returns the `Set-Cookie` value that keeps an invitation's token while its person is at the provider. */
export const invitationCookie = (token: string): string => cookie(token, SECONDS);

/** Returns the `Set-Cookie` value that removes it. */
export const endedInvitationCookie = (): string => cookie("", 0);

/** Returns the invitation's token in a `Cookie` header, or null. */
export const keptInvitation = (cookies: string | null): string | null => cookieValue(cookies, cookieName()) || null;
