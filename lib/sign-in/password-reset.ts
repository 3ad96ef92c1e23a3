import { eq } from "drizzle-orm";
import { appUser, organization } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { presentMs } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import { ANYBODY } from "#lib/kernel/principal";
import { canMail, queueMail } from "#lib/mail/queue-mail";
import { writeAudit } from "#lib/security/audit/audit-log";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { findPeople } from "./find-person.ts";
import { invitationAddress } from "./invitation.ts";
import type { Person } from "./person.ts";
import { beginPasswordReset } from "./sign-in-throttle.ts";

/** Lifetime of a mailed link. */
const VALID_MS = 3_600_000;

interface Caller {
  route: string;
  address: string | null;
}

/**
 * Stores a link for a new password, valid once within an hour, in the caller's transaction; the link before ends.
 * Returns null for an unknown user.
 */
export async function newPasswordLink(tx: Transaction, userId: string) {
  const token = newToken("reset");
  const resetHash = hashToken(token);
  const resetExpiresAt = new Date(presentMs() + VALID_MS);
  const [person] = await tx
    .update(appUser)
    .set({ resetHash, resetExpiresAt })
    .where(eq(appUser.id, userId))
    .returning();
  if (!person) return null;
  await reenter(tx, userId, personEntries(person));
  return { address: invitationAddress(token), hash: resetHash, expiresAt: resetExpiresAt };
}

/** Queues the mail with a link for a new password, and ends the link that was mailed before. */
async function mailLink({ organizationId, userId }: Person, { route, address }: Caller): Promise<void> {
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const link = await newPasswordLink(tx, userId);
    if (!link) return;
    const [of] = await tx.select({ name: organization.name }).from(organization);
    const facts = { organization: of?.name ?? "", link: link.address };
    const cause = `password_reset:${link.hash}`;
    await queueMail(tx, { organizationId, userId, kind: "password_reset", cause, facts, until: link.expiresAt });
    await writeAudit(
      tx,
      organizationEntry({
        organizationId,
        actor: ANYBODY,
        action: "password:forget",
        route,
        resource: userId,
        address,
      }),
    );
  });
}

async function mailLinks(email: string, caller: Caller): Promise<void> {
  if (!canMail() || !(await beginPasswordReset(email, caller.address))) return;
  const people = await findPeople(email);
  // A person without a password was only invited, or signs in through the OpenID provider.
  for (const person of people.filter(({ passwordHash }) => passwordHash !== null)) await mailLink(person, caller);
}

/**
 * Mails everyone with this address and a password a link for a new one, if mail can be sent and not too many were asked
 * for. Returns at once, so that the answer reveals nothing of the address, neither by its words nor by its time.
 */
export function requestPasswordReset(email: string, caller: Caller): void {
  mailLinks(email, caller).catch(({ name, code }: NodeJS.ErrnoException) =>
    logger.error({ error_name: name, code }, "a link for a forgotten password could not be queued"),
  );
}
