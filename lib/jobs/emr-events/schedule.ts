import { sql } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { presentMs } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { emrEventReading } from "./table.ts";

/** Pause before the log is read for an operation that was just accepted: none is done at once. */
export const FIRST_MS = 10_000;

/** Has the log of an account's EMR read soon, in the caller's transaction; one that is due earlier stays so. */
export async function readEventsSoon(
  tx: Transaction,
  { organizationId, linkedAccountId }: AccountTenant,
): Promise<void> {
  const now = presentMs();
  const nextAt = new Date(now + FIRST_MS);
  await tx
    .insert(emrEventReading)
    .values({ organizationId, linkedAccountId, since: new Date(now), nextAt })
    .onConflictDoUpdate({
      target: [emrEventReading.organizationId, emrEventReading.linkedAccountId],
      set: { nextAt: sql`least(${emrEventReading.nextAt}, excluded.next_at)` },
    });
}
