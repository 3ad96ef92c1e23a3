import { syncKind } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { rowOf } from "#lib/resources/synced/complete-reading";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { syncedRows } from "#lib/resources/synced/synced-rows";
import { provider } from "./table.ts";

/**
 * Lets the next reading of the schedule begin anew with all appointments: those of a provider who was not known were not
 * stored, and a reading of what changed would not return them.
 */
async function readScheduleAnew(tx: Transaction, tenant: AccountTenant): Promise<void> {
  await tx.update(syncKind).set({ reading: false, since: null }).where(rowOf(tenant, "appointments"));
}

const rows = syncedRows("providers", provider, {
  key: "ehrId",
  ours: ["id", "status", "hideInAvailability"],
  rowOf: (found) => ({ id: newId(), ...found, hideInAvailability: false }),
});

/**
 * How providers are stored. The EMR's active flag is taken only for a new provider: later the flag is set here and
 * decides whether the schedule is synced (interface 3.4).
 */
export const syncedProviders: SyncedKind<"providers"> = {
  ...rows,
  async store(tx, tenant, ...given) {
    const counts = await rows.store(tx, tenant, ...given);
    if (counts.created > 0) await readScheduleAnew(tx, tenant);
    return counts;
  },
};
