import { eq, sql } from "drizzle-orm";
import { appUser, organization } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { ApiError } from "#lib/kernel/api-error";
import { writeAudit } from "#lib/security/audit/audit-log";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import type { Person } from "./find-person.ts";
import { findInvitation, invitedPerson } from "./invitation.ts";
import { hashPassword } from "./password.ts";

const gone = () => new ApiError(404, "This link no longer works: it was used, replaced or has expired");

/** Returns whom an invitation is for. Throws 404 if it is no longer valid. */
export async function showInvitation(token: string) {
  const found = await findInvitation(token);
  if (!found) throw gone();
  return readTenant({ organizationId: found.organizationId, linkedAccountId: null }, async (tx) => {
    const person = await invitedPerson(tx, found.userId, token);
    const [of] = await tx.select({ name: organization.name }).from(organization);
    if (!person) throw gone();
    return {
      email: person.email,
      name: person.passwordHash === null && person.name === person.email ? "" : person.name,
      organization_name: of?.name ?? "",
    };
  });
}

/**
 * Sets the password and name that an invited person has chosen. Ends the invitation and the person's open sessions.
 * Throws 404 if the invitation is no longer valid.
 */
export async function acceptInvitation(
  { token, name, password }: { token: string; name: string; password: string },
  caller: { route: string; address: string | null },
): Promise<Pick<Person, "email" | "userId" | "passwordHash">> {
  const found = await findInvitation(token);
  if (!found) throw gone();
  const { organizationId, userId } = found;
  const passwordHash = await hashPassword(password);
  return withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const person = await invitedPerson(tx, userId, token, "update");
    if (!person) throw gone();
    await tx
      .update(appUser)
      .set({
        name,
        passwordHash,
        invitationHash: null,
        invitationExpiresAt: null,
        resetHash: null,
        resetExpiresAt: null,
        // The identity at the OpenID provider is also cleared, because an invitation is the way back for a locked-out
        // person.
        identityIssuer: null,
        identitySubject: null,
        sessionVersion: sql`${appUser.sessionVersion} + 1`,
      })
      .where(eq(appUser.id, userId));
    await reenter(tx, userId, personEntries({ id: userId, organizationId, email: person.email }));
    endGrounds(tx, `person:${userId}`);
    await writeAudit(tx, {
      organizationId,
      linkedAccountId: null,
      actor: { kind: "user", id: userId, name },
      action: "password:choose",
      status: 200,
      jobId: null,
      resource: userId,
      patientMrn: null,
      at: new Date(),
      ...caller,
    });
    return { email: person.email, userId, passwordHash };
  });
}
