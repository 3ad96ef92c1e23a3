import { decodeJwt } from "jose";
import type { Profile } from "next-auth";
import type { OAuthConfig, UserinfoEndpointHandler } from "next-auth/providers/oauth";
import { environment, required } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";
import { deadlineAgent } from "./deadline-agent.ts";
import type { Person } from "./find-person.ts";
import { beginSession } from "./sessions.ts";
import { endProviderSignIn } from "./sign-in-throttle.ts";
import { vouchedPerson } from "./vouched-person.ts";

/** The provider's id in the sign-in library's paths: `/api/auth/callback/oidc`. */
export const OIDC = "oidc";

/** Deadline of one request to the provider, its whole answer included. */
const DEADLINE_MS = 5_000;

/** Returns whether an OpenID provider is configured. */
export const hasProvider = (): boolean => environment().OIDC_ISSUER !== undefined;

type ClaimsOf = NonNullable<UserinfoEndpointHandler["request"]>;

/**
 * Returns the provider's claims about the person. The library has verified the id token already (issuer, audience,
 * time, nonce and signature) by the configured provider's metadata. If the id token has no email address, it is read
 * from the user info endpoint, because some providers keep the token short.
 */
const claimsOf: ClaimsOf = async ({ client, tokens }) => {
  const { issuer, userinfo_endpoint } = client.issuer.metadata;
  if (issuer !== required("OIDC_ISSUER")) throw new Error("unexpected issuer in the provider's description");
  const claims = decodeJwt<Profile>(tokens.id_token ?? "");
  if (claims.email !== undefined || !userinfo_endpoint) return claims;
  const userinfo = await client.userinfo(tokens.access_token ?? "");
  if (userinfo.sub !== claims.sub) throw new Error("userinfo sub mismatch");
  return { ...userinfo, ...claims };
};

/**
 * Returns the configured OpenID provider, or none. `address` and `userAgent` are those of the attempt. `onSignedIn` is called for
 * provider sign-ins too, so that the browser is known for a later sign-in by password.
 */
export function oidcProviders({
  address,
  userAgent,
  onSignedIn,
}: {
  address: string | null;
  userAgent: string | null;
  onSignedIn(person: Person): void;
}): OAuthConfig<Profile>[] {
  if (!hasProvider()) return [];
  const issuer = required("OIDC_ISSUER");
  const agent = singleton("oidc-agent", () => deadlineAgent(new URL(issuer).protocol, DEADLINE_MS));
  return [
    {
      id: OIDC,
      name: "OpenID provider",
      type: "oauth",
      wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
      clientId: required("OIDC_CLIENT_ID"),
      clientSecret: required("OIDC_CLIENT_SECRET"),
      authorization: { params: { scope: "openid email profile" } },
      checks: ["pkce", "state", "nonce"],
      // The library's own timeout measures silence alone.
      httpOptions: { timeout: 0, agent },
      userinfo: { request: claimsOf },
      async profile(claims) {
        const person = await vouchedPerson(claims, issuer);
        if (!person) return { id: claims.sub ?? "" };
        await endProviderSignIn(address);
        const session = await beginSession(person, { route: `GET /api/auth/callback/${OIDC}`, address, userAgent });
        onSignedIn(person);
        return { id: person.userId, ...session };
      },
    },
  ];
}
