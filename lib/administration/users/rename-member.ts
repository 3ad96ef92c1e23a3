import { eq } from "drizzle-orm";
import { appUser, organization } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { pageAddress, queueMail } from "#lib/mail/queue-mail";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import { newInvitation } from "#lib/sign-in/invitation";
import { NO_LINKS } from "#lib/sign-in/links";
import { mailInvitation } from "./mail-invitation.ts";

type User = typeof appUser.$inferSelect;

/** Whether a user has signed in, or could without an invitation. */
const isSettled = ({ passwordHash, identitySubject, lastSignedInAt }: User): boolean =>
  [passwordHash, identitySubject, lastSignedInAt].some((each) => each !== null);

/**
 * Gives a user of this organization alone another email address and name, in the caller's transaction. The links that were mailed
 * to the former one end, and a person who was only invited gets a new one. A mail to the former address names `by`.
 * Returns the changed row. PostgreSQL refuses an address that another user has.
 */
export async function renameMember(
  tx: Transaction,
  user: User,
  { email, name }: Pick<User, "email" | "name">,
  by: string,
): Promise<User> {
  const { id, organizationId } = user;
  const invitation = isSettled(user) || user.deactivatedAt ? null : newInvitation();
  const link = invitation && { invitationHash: invitation.hash, invitationExpiresAt: invitation.expiresAt };
  const [changed] = await tx
    .update(appUser)
    .set({ email, name, ...NO_LINKS, ...link })
    .where(eq(appUser.id, id))
    .returning();
  if (!changed) throw new Error("The person was not written");
  await reenter(tx, id, personEntries(changed));
  // Sessions name the address.
  endGrounds(tx, `person:${id}`);
  if (invitation) await mailInvitation(tx, changed, invitation);
  const [of] = await tx.select({ name: organization.name }).from(organization);
  const facts = { organization: of?.name ?? "", link: pageAddress("/"), person: by, to: user.email };
  await queueMail(tx, { organizationId, userId: id, kind: "address_changed", cause: newId(), facts });
  return changed;
}
