import { decodeJwt } from "jose";
import type { Profile } from "next-auth";
import type { OAuthConfig, UserinfoEndpointHandler } from "next-auth/providers/oauth";
import { environment, required } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";
import { deadlineAgent } from "./deadline-agent.ts";
import { newSession, type Person } from "./find-person.ts";
import { noteSignIn } from "./note-sign-in.ts";
import { endProviderSignIn } from "./sign-in-throttle.ts";
import { vouchedPerson } from "./vouched-person.ts";

/** A part of the addresses by which people leave for the provider and come back: `/api/auth/callback/oidc`. */
export const OIDC = "oidc";

/** How long one request to the provider may take, its whole answer included. */
const DEADLINE_MS = 5_000;

/** True where people may sign in with an account of their organization's OpenID provider. */
export const hasProvider = (): boolean => environment().OIDC_ISSUER !== undefined;

type ClaimsOf = NonNullable<UserinfoEndpointHandler["request"]>;

/**
 * What the provider says of who has signed in. The library has verified the id token by then: who made it, for whom, when,
 * for which attempt, and its signature, all by the provider's own description, which must be the configured provider's. An
 * address that stands in the user's information alone is asked for there, as some providers keep the token short.
 */
const claimsOf: ClaimsOf = async ({ client, tokens }) => {
  const { issuer, userinfo_endpoint } = client.issuer.metadata;
  if (issuer !== required("OIDC_ISSUER")) throw new Error("unexpected issuer in the provider's description");
  const said = decodeJwt<Profile>(tokens.id_token ?? "");
  if (said.email !== undefined || !userinfo_endpoint) return said;
  const more = await client.userinfo(tokens.access_token ?? "");
  if (more.sub !== said.sub) throw new Error("userinfo sub mismatch");
  return { ...more, ...said };
};

/**
 * The organization's OpenID provider, where one is configured. `address`: where the attempt to sign in comes from. Whoever
 * comes by it is told of (`onSignedIn`), so that a password of theirs works in that browser, too, whatever others try.
 */
export function oidcProviders({
  address,
  onSignedIn,
}: {
  address: string | null;
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
      // The library's own time-out looks at silence alone.
      httpOptions: { timeout: 0, agent },
      userinfo: { request: claimsOf },
      async profile(claims) {
        const person = await vouchedPerson(claims, issuer);
        if (!person) return { id: claims.sub ?? "" };
        await endProviderSignIn(address);
        noteSignIn(person, `GET /api/auth/callback/${OIDC}`, address);
        onSignedIn(person);
        return { id: person.userId, ...newSession(person) };
      },
    },
  ];
}
