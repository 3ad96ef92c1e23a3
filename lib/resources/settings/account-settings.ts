import { eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { AccountSettings } from "./model.ts";
import { settingsOf } from "./stored-settings.ts";

/** Returns the account's settings as GET /settings shows them; null before the first sync. */
export async function accountSettings(tx: Transaction, linkedAccountId: string): Promise<AccountSettings | null> {
  const [account] = await tx
    .select({ settings: linkedAccount.settings, profile: linkedAccount.profile })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, linkedAccountId));
  return account ? settingsOf(account) : null;
}
