import { and, eq, inArray, sql } from "drizzle-orm";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { emrEventArrived, emrEventReading, emrEventTaken } from "./table.ts";

/** Rows of one insertion. */
const BATCH = 100;

/** Returns those of some ids that are of events or notices which had their effect. */
export async function takenOf(
  tx: Transaction,
  { linkedAccountId }: Pick<AccountTenant, "linkedAccountId">,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: emrEventTaken.eventId })
    .from(emrEventTaken)
    .where(and(eq(emrEventTaken.linkedAccountId, linkedAccountId), inArray(emrEventTaken.eventId, [...new Set(ids)])));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Keeps events or notices that arrived for an account, and has them taken soon. One that was kept or taken before changes nothing.
 * Returns whether one is new.
 */
export async function keepArrived(
  { organizationId, linkedAccountId }: AccountTenant,
  events: readonly { id: string }[],
): Promise<boolean> {
  const tenant = { organizationId, linkedAccountId };
  const now = present();
  return withTenant(tenant, async (tx) => {
    const ids = events.map(({ id }) => id);
    const taken = await takenOf(tx, tenant, ids);
    const fresh = events.filter(({ id }) => !taken.has(id));
    let kept = 0;
    for (let from = 0; from < fresh.length; from += BATCH) {
      const rows = fresh
        .slice(from, from + BATCH)
        .map((event) => ({ ...tenant, eventId: event.id, event: JSON.stringify(event), arrivedAt: now }));
      const written = await tx
        .insert(emrEventArrived)
        .values(rows)
        .onConflictDoNothing()
        .returning({ id: emrEventArrived.eventId });
      kept += written.length;
    }
    if (kept === 0) return false;
    await tx
      .insert(emrEventReading)
      .values({ ...tenant, since: now, nextAt: now })
      .onConflictDoUpdate({
        target: [emrEventReading.organizationId, emrEventReading.linkedAccountId],
        set: { nextAt: sql`least(${emrEventReading.nextAt}, excluded.next_at)` },
      });
    return true;
  });
}
