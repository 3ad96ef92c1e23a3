import { eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { AccountSettings } from "./model.ts";

/** What GET /settings shows of the account; null before its first sync. */
export async function accountSettings(tx: Transaction, linkedAccountId: string): Promise<AccountSettings | null> {
  const [account] = await tx
    .select({ settings: linkedAccount.settings })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, linkedAccountId));
  return account?.settings ?? null;
}
