import { eq, sql } from "drizzle-orm";
import { appUser, organization, ownIdentity, ownProvider } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { writeAudit } from "#lib/security/audit/audit-log";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import { findInvitation, invitedPerson, linkIsOver } from "./invitation.ts";
import { NO_LINKS } from "./links.ts";
import { hasProvider, OIDC } from "./oidc-provider.ts";
import { ownProviderId } from "./own-provider/names.ts";
import { hashPassword, sourceOf } from "./password.ts";
import type { Person } from "./person.ts";

/** Returns whom an invitation is for. Throws `not_found` if it is no longer valid. */
export async function showInvitation(token: string) {
  const found = await findInvitation(token);
  if (!found) throw linkIsOver();
  return readTenant({ organizationId: found.organizationId, linkedAccountId: null }, async (tx) => {
    const person = await invitedPerson(tx, found.userId, token);
    const [of] = await tx.select({ name: organization.name }).from(organization);
    const [provider] = await tx.select({ id: ownProvider.id }).from(ownProvider);
    if (!person) throw linkIsOver();
    return {
      email: person.email,
      name: person.passwordHash === null && person.name === person.email ? "" : person.name,
      organization_name: of?.name ?? "",
      provider: provider ? ownProviderId(found.organizationId) : hasProvider() ? OIDC : null,
    };
  });
}

/**
 * Sets the password and name that an invited person has chosen. Ends the invitation and the person's open sessions.
 * Throws `not_found` if the invitation is no longer valid.
 */
export async function acceptInvitation(
  { token, name, password }: { token: string; name: string; password: string },
  caller: { route: string; address: string | null },
): Promise<Pick<Person, "email" | "userId" | "passwordHash">> {
  const found = await findInvitation(token);
  if (!found) throw linkIsOver();
  const { organizationId, userId } = found;
  const passwordHash = await hashPassword(password, sourceOf(caller.address));
  return withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const person = await invitedPerson(tx, userId, token, "update");
    if (!person) throw linkIsOver();
    await tx
      .update(appUser)
      .set({
        name,
        passwordHash,
        ...NO_LINKS,
        // The identities at OpenID providers are also cleared, because an invitation is the way back for a locked-out
        // person.
        identityIssuer: null,
        identitySubject: null,
        sessionVersion: sql`${appUser.sessionVersion} + 1`,
      })
      .where(eq(appUser.id, userId));
    await reenter(tx, userId, personEntries({ id: userId, organizationId, email: person.email }));
    await tx.delete(ownIdentity).where(eq(ownIdentity.userId, userId));
    endGrounds(tx, `person:${userId}`);
    await writeAudit(
      tx,
      organizationEntry({
        organizationId,
        actor: { kind: "user", id: userId, name },
        action: "password:choose",
        resource: userId,
        ...caller,
      }),
    );
    return { email: person.email, userId, passwordHash };
  });
}
