import { eq } from "drizzle-orm";
import type { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { accountFreshness } from "#lib/jobs/freshness/table";
import { present } from "#lib/kernel/clock";
import type { FreshnessModel } from "./model.ts";

/** Returns how an account is read between its syncs; null if it is not, because its interval is 0 or it is unlinked. */
export async function freshnessOf(
  tx: Transaction,
  { id, syncIntervalMinutes, unlinkedAt }: typeof linkedAccount.$inferSelect,
): Promise<FreshnessModel | null> {
  if (syncIntervalMinutes === 0 || unlinkedAt !== null) return null;
  const [row] = await tx.select().from(accountFreshness).where(eq(accountFreshness.linkedAccountId, id));
  const pausedUntil = row?.pausedUntil && row.pausedUntil > present() ? row.pausedUntil : null;
  return {
    today: {
      every_seconds: row?.todaySeconds ?? null,
      read_at: row?.todayReadAt?.toISOString() ?? null,
      reason: row?.todayReason ?? null,
    },
    changes: {
      every_seconds: row?.changesSeconds ?? null,
      read_at: row?.changesReadAt?.toISOString() ?? null,
      reason: row?.changesReason ?? null,
    },
    paused_until: pausedUntil?.toISOString() ?? null,
  };
}
