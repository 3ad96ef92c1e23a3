import { eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import { alert } from "#lib/mail/alert";
import { publishLinkEvent } from "#lib/webhooks/events/publish-link-event";

/**
 * Tells that an EMR refuses an account's credentials for good, by an event and a mail to its admins, or that it takes them again, by
 * an event (additions §5).
 */
export async function tellLogin(tx: Transaction, tenant: AccountTenant, login: "required" | "taken"): Promise<void> {
  const [account] = await tx.select().from(linkedAccount).where(eq(linkedAccount.id, tenant.linkedAccountId));
  if (!account) throw new Error("No such linked account");
  if (login === "taken") return publishLinkEvent(tx, account, "linked_account.restored", "taken");
  await publishLinkEvent(tx, account, "linked_account.login_required", "refused");
  await alert(tx, tenant, "login_required");
}
