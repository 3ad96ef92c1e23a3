import { eq } from "drizzle-orm";
import { appUser, organization } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { logger } from "#lib/kernel/logger";
import { canMail, queueMail } from "#lib/mail/queue-mail";
import { writeAudit } from "#lib/security/audit/audit-log";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { findPeople, type Person } from "./find-person.ts";
import { invitationAddress } from "./invitation.ts";
import { beginPasswordReset } from "./sign-in-throttle.ts";

/** Lifetime of a mailed link. */
const VALID_MS = 3_600_000;

interface Caller {
  route: string;
  address: string | null;
}

/** Queues the mail with a link for a new password, and ends the link that was mailed before. */
async function mailLink({ organizationId, userId, name }: Person, { route, address }: Caller): Promise<void> {
  const token = newToken("reset");
  const resetHash = hashToken(token);
  const resetExpiresAt = new Date(Date.now() + VALID_MS);
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const [person] = await tx
      .update(appUser)
      .set({ resetHash, resetExpiresAt })
      .where(eq(appUser.id, userId))
      .returning();
    if (!person) return;
    await reenter(tx, userId, personEntries(person));
    const [of] = await tx.select({ name: organization.name }).from(organization);
    const facts = { organization: of?.name ?? "", link: invitationAddress(token) };
    const cause = `password_reset:${resetHash}`;
    await queueMail(tx, { organizationId, userId, kind: "password_reset", cause, facts, until: resetExpiresAt });
    await writeAudit(tx, {
      organizationId,
      linkedAccountId: null,
      actor: { kind: "user", id: userId, name },
      action: "password:forget",
      route,
      status: 200,
      jobId: null,
      resource: userId,
      patientMrn: null,
      address,
      at: new Date(),
    });
  });
}

async function mailLinks(email: string, caller: Caller): Promise<void> {
  if (!canMail() || !(await beginPasswordReset(email, caller.address))) return;
  const people = await findPeople(email);
  // Whoever has no password was only invited, or signs in through the OpenID provider.
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
