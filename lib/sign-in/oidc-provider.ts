import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { environment, required } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";
import { deadlineAgent } from "./deadline-agent.ts";
import { openIdConfig, PROVIDER_DEADLINE_MS } from "./openid-config.ts";
import type { Person } from "./person.ts";
import { beginSession } from "./sessions.ts";
import { endProviderSignIn } from "./sign-in-throttle.ts";
import { vouchedPerson } from "./vouched-person.ts";

/** The provider's id in the sign-in library's paths: `/api/auth/callback/oidc`. */
export const OIDC = "oidc";

/** Returns whether an OpenID provider is configured. */
export const hasProvider = (): boolean => environment().OIDC_ISSUER !== undefined;

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
  return [
    openIdConfig({
      id: OIDC,
      issuer,
      needsAddress: true,
      clientId: required("OIDC_CLIENT_ID"),
      clientSecret: required("OIDC_CLIENT_SECRET"),
      agent: singleton("oidc-agent", () => deadlineAgent(new URL(issuer).protocol, PROVIDER_DEADLINE_MS)),
      async profile(claims) {
        const person = await vouchedPerson(claims, issuer);
        if (!person) return { id: claims.sub ?? "" };
        await endProviderSignIn(address);
        const request = { route: `GET /api/auth/callback/${OIDC}`, address, userAgent };
        const session = await beginSession(person.opens, request);
        onSignedIn(person);
        return { id: person.userId, ...session };
      },
    }),
  ];
}
