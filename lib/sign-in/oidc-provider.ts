import { environment, required } from "#lib/kernel/environment";
import type { SignInProvider } from "./openid/provider.ts";
import { beginSession } from "./sessions.ts";
import { vouchedPerson } from "./vouched-person.ts";

/** The id of the deployment's provider in the paths: `/api/auth/callback/oidc`. */
export const OIDC = "oidc";

/** Returns whether an OpenID provider is configured. */
export const hasProvider = (): boolean => environment().OIDC_ISSUER !== undefined;

/** Returns the deployment's OpenID provider, which signs people of all organizations in; null without one. */
export function deploymentProvider(): SignInProvider | null {
  if (!hasProvider()) return null;
  const issuer = required("OIDC_ISSUER");
  return {
    id: OIDC,
    issuer,
    clientId: required("OIDC_CLIENT_ID"),
    clientSecret: required("OIDC_CLIENT_SECRET"),
    policy: null,
    needsAddress: true,
    async begin(claims, invitation, request) {
      const meant = await vouchedPerson(claims, { issuer, invitation, cookies: request.cookies });
      if (meant === "unknown" || "choice" in meant) return meant;
      const { person } = meant;
      return { session: await beginSession(person.opens, request, { vouched: true }), known: person };
    },
  };
}
