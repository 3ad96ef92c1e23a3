import { type SQL, sql } from "drizzle-orm";
import { emrWebhook } from "#lib/db/schema";
import { presentMs } from "#lib/kernel/clock";

/** Time for which a look at a registration is claimed, so that no other process looks too. */
export const CLAIM_MS = 2 * 60_000;

/** Returns the time of a registration's next look, brought forward to a moment unless one may be under way: that one ends first. */
export function lookedAtBy(at: Date): SQL {
  const claimed = new Date(presentMs() + CLAIM_MS).toISOString();
  return sql`CASE WHEN ${emrWebhook.nextAt} <= ${claimed}::timestamptz THEN ${emrWebhook.nextAt}
    ELSE least(${emrWebhook.nextAt}, ${at.toISOString()}::timestamptz) END`;
}
