import { eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { userNotFound } from "#lib/kernel/domain-error";

/**
 * Returns the linked account's token reference, and the version of the EMR that it leads to. Throws `not_found` "User not found" if the account is unlinked or its user
 * inactive (decisions §4).
 */
export async function activeAccount(
  tx: Transaction,
  linkedAccountId: string,
): Promise<{ reference: string; originVersion: number }> {
  const [account] = await tx
    .select({
      userActive: linkedAccount.userActive,
      unlinkedAt: linkedAccount.unlinkedAt,
      reference: linkedAccount.accessTokenReferenceId,
      originVersion: linkedAccount.originVersion,
    })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, linkedAccountId));
  if (!account?.userActive || account.unlinkedAt) throw userNotFound();
  return account;
}
