import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { consoleAddress } from "#lib/kernel/addresses";
import { environment } from "#lib/kernel/environment";
import type { Attempt } from "./attempt.ts";
import { clientOf } from "./client.ts";
import type { Claims, SignInProvider } from "./provider.ts";

/** Returns the address to which a provider leads back. */
export function callbackAddress(provider: string): string {
  const env = environment();
  return `${consoleAddress(env, env.PORT)}/api/auth/callback/${provider}`;
}

/**
 * Begins a sign-in through a provider. Returns the address there, and the attempt that the browser keeps. A person who
 * brings an invitation is asked for their account anew: somebody else may still be signed in at the provider.
 */
export async function leaveFor(
  provider: SignInProvider,
  { next, invitation }: Pick<Attempt, "next" | "invitation">,
): Promise<{ url: URL; attempt: Attempt }> {
  const client = await clientOf(provider);
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const url = buildAuthorizationUrl(client, {
    redirect_uri: callbackAddress(provider.id),
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(invitation !== null && { prompt: "login" }),
  });
  return { url, attempt: { provider: provider.id, issuer: provider.issuer, state, nonce, verifier, next, invitation } };
}

/**
 * Returns the claims with the address of the person: some providers keep the id token short and say it at the user info
 * endpoint alone.
 */
async function withAddress(client: Configuration, claims: Claims & { sub: string }, accessToken: string) {
  if (claims.email !== undefined || !client.serverMetadata().userinfo_endpoint) return claims;
  return { ...(await fetchUserInfo(client, accessToken, claims.sub)), ...claims };
}

/**
 * Ends a sign-in through a provider: takes the code in `search`, the query with which the browser came back, and returns
 * the claims about the person. Throws unless everything fits the attempt: state, the answer's issuer (RFC 9207), PKCE,
 * and the id token's signature, issuer, audience, time and nonce.
 */
export async function comeBackFrom(provider: SignInProvider, attempt: Attempt | null, search: string): Promise<Claims> {
  if (attempt?.provider !== provider.id || attempt.issuer !== provider.issuer) {
    throw new Error("The sign-in was not begun in this browser");
  }
  const client = await clientOf(provider);
  const tokens = await authorizationCodeGrant(client, new URL(callbackAddress(provider.id) + search), {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("The provider sent no id token");
  return provider.needsAddress ? withAddress(client, claims, tokens.access_token) : claims;
}
