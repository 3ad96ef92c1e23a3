import { eq } from "drizzle-orm";
import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { organization, ownProvider } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { providerTargets } from "#lib/egress/policies";
import { singleton } from "#lib/kernel/singleton";
import { open } from "#lib/security/sealing/secret-box";
import { deadlineAgent } from "#lib/sign-in/deadline-agent";
import { findInvitation } from "#lib/sign-in/invitation";
import { openIdConfig, PROVIDER_DEADLINE_MS } from "#lib/sign-in/openid-config";
import { endProviderSignIn } from "#lib/sign-in/sign-in-throttle";
import { keptInvitation } from "./invitation-cookie.ts";
import { ownProviderId } from "./names.ts";
import { type Brought, beginOwnSession } from "./own-member.ts";

/** Returns an organization's own provider with the organization's name; undefined if it has none. */
export async function findOwnProvider(organizationId: string) {
  const [found] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ provider: ownProvider, organizationName: organization.name })
      .from(ownProvider)
      .innerJoin(organization, eq(organization.id, ownProvider.organizationId)),
  );
  return found;
}

/** Returns the invitation of this organization with which the browser came, or null. */
async function broughtTo(organizationId: string, cookies: string | null): Promise<Brought | null> {
  const token = keptInvitation(cookies);
  const found = token?.startsWith("invitation_") ? await findInvitation(token) : null;
  return token && found?.organizationId === organizationId ? { userId: found.userId, token } : null;
}

/** Every request is dialled anew at an allowed address (decisions §2), within a deadline. */
const agentFor = (issuer: string) => {
  const { protocol } = new URL(issuer);
  return singleton(`own-provider-agent:${protocol}`, () =>
    deadlineAgent(protocol, PROVIDER_DEADLINE_MS, providerTargets()),
  );
};

/** The origin of a sign-in attempt. */
interface Attempt {
  address: string | null;
  cookies: string | null;
  userAgent: string | null;
}

/** Returns the configuration of an organization's own provider for one request, or none. */
export async function ownProviders(
  organizationId: string | null,
  { address, cookies, userAgent }: Attempt,
): Promise<OAuthConfig<Profile>[]> {
  const provider = organizationId === null ? undefined : (await findOwnProvider(organizationId))?.provider;
  if (!provider) return [];
  const { issuer, clientId } = provider;
  return [
    openIdConfig({
      id: ownProviderId(provider.organizationId),
      issuer,
      clientId,
      needsAddress: false,
      clientSecret: await open(provider.clientSecret),
      agent: agentFor(issuer),
      async profile(claims) {
        const brought = await broughtTo(provider.organizationId, cookies);
        const request = { route: "GET /api/auth/callback/own", address, userAgent };
        const session = await beginOwnSession(provider, { ...claims }, brought, request);
        if (!session) return { id: claims.sub ?? "" };
        await endProviderSignIn(address);
        return { id: session.userId, ...session };
      },
    }),
  ];
}
