import { and, count, eq, isNull } from "drizzle-orm";
import { linkedAccount, organization } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { conflict } from "#lib/kernel/domain-error";
import { environment } from "#lib/kernel/environment";

/**
 * Throws `conflict` if the organization has the maximum of linked accounts that the operator allows; unlinked ones do not count.
 * Concurrent requests wait for each other.
 */
export async function assertAccountRoom(tx: Transaction, organizationId: string): Promise<void> {
  const most = environment().ACCOUNTS_PER_ORGANIZATION;
  await tx
    .select({ id: organization.id })
    .from(organization)
    .where(eq(organization.id, organizationId))
    .for("no key update");
  const [linked] = await tx
    .select({ accounts: count() })
    .from(linkedAccount)
    .where(and(eq(linkedAccount.organizationId, organizationId), isNull(linkedAccount.unlinkedAt)));
  if ((linked?.accounts ?? 0) < most) return;
  throw conflict(
    `The organization has ${most} linked accounts, the most that this deployment allows: unlink one first`,
  );
}
