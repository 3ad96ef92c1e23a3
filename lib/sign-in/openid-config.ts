import type { Agent } from "node:http";
import { decodeJwt } from "jose";
import type { Profile } from "next-auth";
import type { OAuthConfig, UserinfoEndpointHandler } from "next-auth/providers/oauth";

type ClaimsOf = NonNullable<UserinfoEndpointHandler["request"]>;

/**
 * Returns the reader of a provider's claims about the person. The library has verified the id token already (issuer,
 * audience, time, nonce and signature) by the configured provider's metadata. If the address is needed and the id token
 * has none, it is read from the user info endpoint, because some providers keep the token short.
 */
const claimsOf =
  (expected: string, needsAddress: boolean): ClaimsOf =>
  async ({ client, tokens }) => {
    const { issuer, userinfo_endpoint } = client.issuer.metadata;
    if (issuer !== expected) throw new Error("unexpected issuer in the provider's description");
    const claims = decodeJwt<Profile>(tokens.id_token ?? "");
    if (!needsAddress || claims.email !== undefined || !userinfo_endpoint) return claims;
    const userinfo = await client.userinfo(tokens.access_token ?? "");
    if (userinfo.sub !== claims.sub) throw new Error("userinfo sub mismatch");
    return { ...userinfo, ...claims };
  };

/** Returns the address of a provider's description. */
export const descriptionOf = (issuer: string): string =>
  `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;

interface OpenIdClient {
  /** The provider's id in the sign-in library's paths: `/api/auth/callback/<id>`. */
  id: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether the person is known by an email address. */
  needsAddress: boolean;
  /** Carries all requests to the provider. */
  agent: Agent;
  profile: OAuthConfig<Profile>["profile"];
}

/** Returns the sign-in library's configuration for an OpenID provider. */
export const openIdConfig = ({ issuer, agent, needsAddress, ...client }: OpenIdClient): OAuthConfig<Profile> => ({
  ...client,
  name: "OpenID provider",
  type: "oauth",
  wellKnown: descriptionOf(issuer),
  authorization: { params: { scope: "openid email profile" } },
  checks: ["pkce", "state", "nonce"],
  // The library's own timeout measures silence alone.
  httpOptions: { timeout: 0, agent },
  userinfo: { request: claimsOf(issuer, needsAddress) },
});

/** Deadline of one request to a provider, its whole answer included. */
export const PROVIDER_DEADLINE_MS = 5_000;
