import { sessionCookieOptions, withPrefix } from "./session-cookie.ts";

/** Whoever leaves for the OpenID provider comes back within this time, or begins again. */
const SECONDS = 10 * 60;

/** Where the console's page is kept that follows the sign-in. */
export const nextPageCookieName = () => withPrefix("crc.sign-in.next");

/**
 * What binds one sign-in through the OpenID provider to the browser in which it began: `state`, `nonce` and the verifier
 * of PKCE, each encrypted by the sign-in library.
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

/** `Set-Cookie` values that end what an attempt was bound by and led to: however it ended, it is not gone on with. */
export function endedProviderCookies(): string[] {
  const { path, secure } = sessionCookieOptions();
  const attributes = `Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return Object.values(providerCookies()).map(({ name }) => `${name}=; ${attributes}`);
}
