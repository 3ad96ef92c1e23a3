import { eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { userNotFound } from "#lib/kernel/api-error";

/** The linked account's token reference; throws 404 "User not found" where its user is no longer linked or active (decisions §4). */
export async function activeAccount(tx: Transaction, linkedAccountId: string): Promise<{ reference: string }> {
  const [account] = await tx
    .select({
      userActive: linkedAccount.userActive,
      unlinkedAt: linkedAccount.unlinkedAt,
      reference: linkedAccount.accessTokenReferenceId,
    })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, linkedAccountId));
  if (!account?.userActive || account.unlinkedAt) throw userNotFound();
  return account;
}
