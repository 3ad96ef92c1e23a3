import { type appUser, organization } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { queueMail } from "#lib/mail/queue-mail";
import { hashToken } from "#lib/security/credentials/token-hash";
import { invitationAddress } from "#lib/sign-in/invitation";

/** A new invitation's token and its end. */
export interface NewInvitation {
  token: string;
  expiresAt: Date;
}

/** Queues the mail with an invitation's link, if mail can be sent. */
export async function mailInvitation(
  tx: Transaction,
  { id, organizationId }: typeof appUser.$inferSelect,
  { token, expiresAt }: NewInvitation,
): Promise<void> {
  const [of] = await tx.select({ name: organization.name }).from(organization);
  const facts = { organization: of?.name ?? "", link: invitationAddress(token) };
  const cause = `invitation:${hashToken(token)}`;
  await queueMail(tx, { organizationId, userId: id, kind: "invitation", cause, facts, until: expiresAt });
}
