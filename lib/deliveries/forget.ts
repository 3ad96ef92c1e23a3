import { and, eq, isNotNull, lt } from "drizzle-orm";
import { newId } from "#lib/core/id";
import { deliveryAttempt } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { logger } from "#lib/runtime/logger";
import { singleton } from "#lib/runtime/singleton";

const HOUR_MS = 3_600_000;

/** What attempts said and heard is kept for so long; that they were made, and how they ended, stays. */
const KEPT_MS = 14 * 24 * HOUR_MS;

/** When this process last looked, by linked account. */
const looked = () => singleton("exchanges-forgotten", () => new Map<string, number>());

/**
 * Forgets heads and bodies of an account's attempts of more than 14 days ago, at most once an hour in this process.
 * A failure is left to the next time.
 */
export async function forgetOldExchanges(
  { organizationId, linkedAccountId }: { organizationId: string; linkedAccountId: string },
  now: number = Date.now(),
): Promise<void> {
  if (now - (looked().get(linkedAccountId) ?? 0) < HOUR_MS) return;
  looked().set(linkedAccountId, now);
  // Ids sort by time: all of the last one's millisecond lie behind it.
  const oldest = `${newId(now - KEPT_MS).slice(0, 12)}${"0".repeat(20)}`;
  try {
    await withTenant({ organizationId, linkedAccountId }, (tx) =>
      tx
        .update(deliveryAttempt)
        .set({ exchange: null })
        .where(
          and(
            eq(deliveryAttempt.linkedAccountId, linkedAccountId),
            lt(deliveryAttempt.id, oldest),
            isNotNull(deliveryAttempt.exchange),
          ),
        ),
    );
  } catch (error) {
    logger.warn({ error_name: (error as Error).name }, "old answers of webhook targets were not forgotten");
  }
}
