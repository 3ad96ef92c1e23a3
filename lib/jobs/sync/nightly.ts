import { and, eq, isNull, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { linkedAccount } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { logger } from "#lib/kernel/logger";
import { nightOf } from "#lib/kernel/nights";
import { enterOnce } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";
import { derivedId } from "./derived-id.ts";

/** All processes together write one entry per account and night. */
const entryId = (linkedAccountId: string, night: string) => derivedId(`nightly sync ${linkedAccountId} ${night}`);

/** Returns all linked accounts with the data that determines when they are read, and their evenings. */
export async function listAccounts() {
  const ids = await withoutTenant<{ organization_id: string }>(
    sql`SELECT ${hexIds("organization_id")} FROM list_organizations()`,
  );
  const lists = ids.map(({ organization_id: organizationId }) =>
    readTenant({ organizationId, linkedAccountId: null }, (tx) =>
      tx
        .select({
          organizationId: linkedAccount.organizationId,
          linkedAccountId: linkedAccount.id,
          timezone: linkedAccount.timezone,
          createdAt: linkedAccount.createdAt,
          syncedAt: linkedAccount.syncedAt,
          syncIntervalMinutes: linkedAccount.syncIntervalMinutes,
        })
        .from(linkedAccount)
        .where(and(eq(linkedAccount.organizationId, organizationId), isNull(linkedAccount.unlinkedAt))),
    ),
  );
  return (await Promise.all(lists)).flat();
}

export type ListedAccount = Awaited<ReturnType<typeof listAccounts>>[number];

/**
 * Returns the account's current night; null if the account was linked during it, or if the time zone is unknown, which
 * is logged.
 */
function dueNight({ linkedAccountId, timezone, createdAt }: ListedAccount, now: Date): string | null {
  try {
    const night = nightOf(now, timezone);
    return nightOf(createdAt, timezone) < night ? night : null;
  } catch (error) {
    logger.error({ linked_account_id: linkedAccountId, error_name: (error as Error).name }, "no such time zone");
    return null;
  }
}

/**
 * Writes a queue entry for the nightly sync of each account whose current night has none yet; a night missed while no
 * process ran is thus caught up at the next start. `planned` remembers the nights that this process has planned.
 */
export async function planNightlySyncs(
  now: Date,
  planned = new Map<string, string>(),
  accounts: Promise<readonly ListedAccount[]> = listAccounts(),
): Promise<void> {
  for (const account of await accounts) {
    const { organizationId, linkedAccountId } = account;
    const night = dueNight(account, now);
    if (night === null || planned.get(linkedAccountId) === night) continue;
    const payload: Payloads["syncs"] = { organizationId, linkedAccountId, requestedAt: now.toISOString() };
    const id = entryId(linkedAccountId, night);
    await enterOnce("syncs", payload, { id, group: linkedAccountId });
    planned.set(linkedAccountId, night);
  }
}
