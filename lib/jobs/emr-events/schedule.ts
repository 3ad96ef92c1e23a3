import { eq, sql } from "drizzle-orm";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { presentMs } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { emrEventArrived, emrEventReading } from "./table.ts";

/** Pause before the log is read for an operation that was just accepted: none is done at once. */
export const FIRST_MS = 10_000;

/**
 * Has the events of an account's EMR taken after `afterMs`, in the caller's transaction, at once if some have arrived, and its log
 * read, or its jobs asked for, if that is due then. What is due earlier stays so.
 */
export async function readEventsSoon(
  tx: Transaction,
  { organizationId, linkedAccountId }: AccountTenant,
  afterMs: number = FIRST_MS,
): Promise<void> {
  const now = presentMs();
  const hasArrived = await tx
    .select({ id: emrEventArrived.eventId })
    .from(emrEventArrived)
    .where(eq(emrEventArrived.linkedAccountId, linkedAccountId))
    .limit(1);
  const nextAt = new Date(hasArrived.length > 0 ? now : now + afterMs);
  await tx
    .insert(emrEventReading)
    .values({ organizationId, linkedAccountId, since: new Date(now), nextAt })
    .onConflictDoUpdate({
      target: [emrEventReading.organizationId, emrEventReading.linkedAccountId],
      set: { nextAt: sql`least(${emrEventReading.nextAt}, excluded.next_at)` },
    });
}

/** Has the log of an account's EMR read soon, though events arrive: some may not have arrived, or are shown by it alone. */
export const readLogSoon = ({ organizationId, linkedAccountId }: AccountTenant, at: Date): Promise<unknown> =>
  withTenant({ organizationId, linkedAccountId }, (tx) =>
    tx
      .update(emrEventReading)
      .set({ nextAt: sql`least(${emrEventReading.nextAt}, ${at.toISOString()}::timestamptz)`, logAt: null })
      .where(eq(emrEventReading.linkedAccountId, linkedAccountId)),
  );
