import { sessionCookieOptions, withPrefix } from "./session-cookie.ts";

/** Time to come back from the OpenID provider before the sign-in must start again. */
const SECONDS = 10 * 60;

/** Returns the name of the cookie with the page that follows the sign-in. */
export const nextPageCookieName = () => withPrefix("crc.sign-in.next");

/**
 * Returns the cookies that bind a provider sign-in to the browser in which it began: `state`, `nonce` and the PKCE
 * verifier, each encrypted by the sign-in library.
 */
export const providerCookies = () => {
  const cookie = (name: string) => ({
    name: withPrefix(name),
    options: { ...sessionCookieOptions(), maxAge: SECONDS },
  });
  return {
    callbackUrl: { name: nextPageCookieName(), options: sessionCookieOptions() },
    state: cookie("crc.sign-in.state"),
    nonce: cookie("crc.sign-in.nonce"),
    pkceCodeVerifier: cookie("crc.sign-in.verifier"),
  };
};

/** Returns `Set-Cookie` values that remove the cookies of an ended attempt, so that it cannot be resumed. */
export function endedProviderCookies(): string[] {
  const { path, secure } = sessionCookieOptions();
  const attributes = `Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return Object.values(providerCookies()).map(({ name }) => `${name}=; ${attributes}`);
}
