import { eq, sql } from "drizzle-orm";
import { appSession, appUser, ownIdentity } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { conflict } from "#lib/kernel/domain-error";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import { newInvitation } from "#lib/sign-in/invitation";
import { NO_LINKS } from "#lib/sign-in/links";
import { removeFactors } from "#lib/sign-in/second-factor/factors";
import { revokeTokens } from "./change-member.ts";
import { mailInvitation } from "./mail-invitation.ts";

type User = typeof appUser.$inferSelect;

/**
 * Makes a user another person, who has come under the same address, in the caller's transaction: nothing by which the
 * former one signed in, or that was theirs alone, is left, and the new one is invited. In other organizations the former
 * person goes on. `user` was locked after `admins`, who are all that can sign in. Throws `conflict` for the last admin, and for
 * a user whose password and second factors open other organizations, which have no part in this.
 */
export async function becomeAnother(tx: Transaction, user: User, admins: ReadonlySet<string>): Promise<User> {
  const { id, organizationId } = user;
  if (user.homeUserId === id) {
    throw conflict(
      "The address belongs to a person who signs in to other organizations with it, and the directory's id is another one: use another address; nothing was saved",
    );
  }
  if (admins.size === 1 && admins.has(id)) throw conflict("The last admin cannot become another person");
  const invitation = user.deactivatedAt ? null : newInvitation();
  const [changed] = await tx
    .update(appUser)
    .set({
      passwordHash: null,
      ...NO_LINKS,
      ...(invitation && { invitationHash: invitation.hash, invitationExpiresAt: invitation.expiresAt }),
      identityIssuer: null,
      identitySubject: null,
      homeUserId: null,
      homeOrganizationId: null,
      externalId: null,
      externalIdVouched: false,
      formerExternalId: null,
      lastSignedInAt: null,
      mailedAlerts: null,
      sessionVersion: sql`${appUser.sessionVersion} + 1`,
    })
    .where(eq(appUser.id, id))
    .returning();
  if (!changed) throw new Error("The person was not written");
  await tx.delete(ownIdentity).where(eq(ownIdentity.userId, id));
  await tx.delete(appSession).where(eq(appSession.userId, id));
  await removeFactors(tx, id);
  await revokeTokens(tx, id);
  await reenter(tx, id, personEntries({ ...changed, organizationId }));
  endGrounds(tx, `person:${id}`);
  if (invitation) await mailInvitation(tx, changed, invitation);
  return changed;
}
