import { z } from "zod";
import { environment } from "#lib/kernel/environment";
import { cookieValue } from "#lib/security/credentials/cookie-value";
import { sessionCookieOptions, withPrefix } from "#lib/sign-in/session-cookie";
import { openTicket, sealTicket } from "#lib/sign-in/ticket";

/** Time to choose before the sign-in must start again. */
const SECONDS = 10 * 60;

const choice = z.object({
  /** The deployment's provider, and its subject for the person. */
  issuer: z.string(),
  subject: z.string(),
  /** The address that the provider has verified, as it is compared. */
  email: z.string(),
  /** The provider's name for the person. */
  name: z.string().nullable(),
});

/**
 * A person whom the deployment's provider has authenticated, and who is bound to nobody here yet: kept sealed by the browser
 * in which they came, until they have chosen. It opens nothing by itself.
 */
export type ProviderChoice = z.infer<typeof choice>;

const cookieName = () => withPrefix("crc.sign-in.choice");

const cookie = (value: string, seconds: number): string => {
  const { path, secure } = sessionCookieOptions();
  return `${cookieName()}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
};

/** Returns the `Set-Cookie` value that keeps a choice; the one before in this browser ends with it. */
export const choiceCookie = async (begun: ProviderChoice): Promise<string> =>
  cookie(await sealTicket("choice", begun, SECONDS), SECONDS);

/** Returns the `Set-Cookie` value that ends a choice in the browser. */
export const endedChoiceCookie = (): string => cookie("", 0);

/**
 * Returns the choice in a `Cookie` header; null if there is none, its time is over, or its provider is no longer the
 * deployment's.
 */
export async function keptChoice(cookies: string | null): Promise<ProviderChoice | null> {
  const value = cookieValue(cookies, cookieName());
  const kept = value ? await openTicket("choice", choice, value) : null;
  return kept?.issuer === environment().OIDC_ISSUER ? kept : null;
}
