import { eq } from "drizzle-orm";
import { organization, ownProvider } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { providerTargets } from "#lib/egress/policies";
import { open } from "#lib/security/sealing/secret-box";
import { findInvitation } from "#lib/sign-in/invitation";
import type { SignInProvider } from "#lib/sign-in/openid/provider";
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

/** Returns the person of this organization whom an invitation is for, or null. */
async function broughtTo(organizationId: string, token: string | null): Promise<Brought | null> {
  const found = token?.startsWith("invitation_") ? await findInvitation(token) : null;
  return token && found?.organizationId === organizationId ? { userId: found.userId, token } : null;
}

/** Returns an organization's own provider, which signs people in to that organization alone; null without one. */
export async function ownProviderOf(organizationId: string): Promise<SignInProvider | null> {
  const provider = (await findOwnProvider(organizationId))?.provider;
  if (!provider) return null;
  return {
    id: ownProviderId(organizationId),
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: await open(provider.clientSecret),
    policy: providerTargets(),
    needsAddress: false,
    async begin(claims, invitation, request) {
      const session = await beginOwnSession(provider, claims, await broughtTo(organizationId, invitation), request);
      return session ? { session, known: null } : "unknown";
    },
  };
}
