import { asAccount } from "#lib/db/account-of-organization";
import { linkedAccount, type webhookEndpoint } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";

/**
 * Runs `work` for the account whose deliveries an endpoint gets, in the caller's transaction; for one of the whole organization
 * for each account in turn, as only an account's own transaction sees its deliveries.
 */
export async function inEachAccount(
  tx: Transaction,
  tenant: AccountTenant,
  { linkedAccountId }: Pick<typeof webhookEndpoint.$inferSelect, "linkedAccountId">,
  work: (tenant: AccountTenant) => Promise<unknown>,
): Promise<void> {
  if (linkedAccountId !== null) {
    await work(tenant);
    return;
  }
  const accounts = await tx.select({ id: linkedAccount.id }).from(linkedAccount).orderBy(linkedAccount.id);
  const { organizationId } = tenant;
  for (const { id } of accounts) {
    await asAccount(tx, id, () => work({ organizationId, linkedAccountId: id }));
  }
}
