import { asAccount } from "#lib/db/account-of-organization";
import type { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { AccountEventType } from "./account-events.ts";
import { LINK_REASONS } from "./link-reasons.ts";
import { publishToNamed } from "./publish-to-named.ts";

type LinkEvent = Extract<AccountEventType, `linked_account.${string}`>;

type Account = Pick<typeof linkedAccount.$inferSelect, "id" | "organizationId" | "accessTokenReferenceId" | "emrType">;

/**
 * Appends an event about the link of an account where its type is named, in the transaction of the change, whatever the
 * transaction's own account is (additions §5).
 */
export async function publishLinkEvent(
  tx: Transaction,
  account: Account,
  type: LinkEvent,
  reason: keyof typeof LINK_REASONS,
): Promise<void> {
  const tenant = { organizationId: account.organizationId, linkedAccountId: account.id };
  const data = {
    linked_account_id: account.id,
    access_token_reference_id: account.accessTokenReferenceId,
    emr_type: account.emrType,
    reason: LINK_REASONS[reason],
  };
  await asAccount(tx, account.id, () => publishToNamed(tx, tenant, [{ type, data }]));
}
