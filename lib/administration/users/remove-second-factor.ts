import { eq, sql } from "drizzle-orm";
import { appUser, organization } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { alert } from "#lib/mail/alert";
import { pageAddress, queueMail } from "#lib/mail/queue-mail";
import { endGrounds } from "#lib/security/credentials/grounds";
import { removeFactors } from "#lib/sign-in/second-factor/factors";

type Row = typeof appUser.$inferSelect;

/** Ends the sessions of a user in the caller's transaction. Returns the changed row. */
export async function endSessions(tx: Transaction, userId: string): Promise<Row> {
  const [changed] = await tx
    .update(appUser)
    .set({
      sessionVersion: sql`${appUser.sessionVersion} + 1`,
      credentialsVersion: sql`${appUser.credentialsVersion} + 1`,
    })
    .where(eq(appUser.id, userId))
    .returning();
  if (!changed) throw new Error("The person was not written");
  endGrounds(tx, `person:${userId}`);
  return changed;
}

/**
 * Removes a person's second factors and recovery codes and ends their sessions, in the caller's transaction. Tells the
 * person, and the admins who have chosen it, by mail that `by` did so. Returns the changed row; null if there was none.
 */
export async function removeSecondFactor(
  tx: Transaction,
  { id, organizationId, name }: Pick<Row, "id" | "organizationId" | "name">,
  by: string,
): Promise<Row | null> {
  const removed = await removeFactors(tx, id);
  if (removed.length === 0) return null;
  const changed = await endSessions(tx, id);
  const [of] = await tx.select({ name: organization.name }).from(organization);
  const cause = newId();
  const facts = { organization: of?.name ?? "", link: pageAddress("/"), person: by };
  await queueMail(tx, { organizationId, userId: id, kind: "own_factor_removed", cause, facts });
  await alert(tx, { organizationId, linkedAccountId: null }, "second_factor_reset", { person: name, cause });
  return changed;
}
