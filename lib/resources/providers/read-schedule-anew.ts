import { drawAsOf } from "#lib/db/as-of";
import { syncKind } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import { rowOf } from "#lib/resources/synced/complete-reading";

/**
 * Lets the next reading of the schedule be of all appointments: those of a provider who was unknown or inactive were not
 * stored, and a reading of what changed would not return them.
 */
export async function readScheduleAnew(tx: Transaction, tenant: AccountTenant): Promise<void> {
  const anewSince = await drawAsOf(tx);
  await tx.update(syncKind).set({ anewSince }).where(rowOf(tenant, "appointments"));
}
