import { z } from "zod";
import { cookieValue } from "#lib/security/credentials/cookie-value";
import { sessionCookieOptions, withPrefix } from "#lib/sign-in/session-cookie";
import { openTicket, sealTicket } from "#lib/sign-in/ticket";

/** Time to come back from the provider before the sign-in must start again. */
const SECONDS = 10 * 60;

const attempt = z.object({
  /** The provider's id, and its issuer when the attempt began. */
  provider: z.string(),
  issuer: z.string(),
  state: z.string(),
  nonce: z.string(),
  /** The PKCE verifier. */
  verifier: z.string(),
  /** The console's page that follows. */
  next: z.string().nullable(),
  /** The token of the invitation that the person accepts by this sign-in. */
  invitation: z.string().nullable(),
});

/** A sign-in through a provider, between leaving for it and coming back: kept sealed by the browser in which it began. */
export type Attempt = z.infer<typeof attempt>;

const cookieName = () => withPrefix("crc.sign-in.provider");

const cookie = (value: string, seconds: number): string => {
  const { path, secure } = sessionCookieOptions();
  return `${cookieName()}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
};

/** Returns the `Set-Cookie` value that keeps an attempt; the one before in this browser ends with it. */
export const attemptCookie = async (begun: Attempt): Promise<string> =>
  cookie(await sealTicket("provider", begun, SECONDS), SECONDS);

/** Returns the `Set-Cookie` value that ends an attempt in the browser, so that it cannot be resumed. */
export const endedAttemptCookie = (): string => cookie("", 0);

/** Returns the attempt in a `Cookie` header; null if there is none, or its time is over. */
export async function keptAttempt(cookies: string | null): Promise<Attempt | null> {
  const value = cookieValue(cookies, cookieName());
  return value ? openTicket("provider", attempt, value) : null;
}
