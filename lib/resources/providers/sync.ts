import { syncKind } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { upsertCounted } from "#lib/definitions/replace-rows";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { rowOf } from "#lib/resources/synced/complete-reading";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { provider } from "./table.ts";

/**
 * Lets the next reading of the schedule begin anew with all appointments: those of a provider who was not known were not
 * stored, and a reading of what changed would not return them.
 */
async function readScheduleAnew(tx: Transaction, tenant: AccountTenant): Promise<void> {
  await tx.update(syncKind).set({ reading: false, since: null }).where(rowOf(tenant, "appointments"));
}

/**
 * How providers are stored. The EMR's active flag is taken only for a new provider: later the flag is set here and
 * decides whether the schedule is synced (interface 3.4).
 */
export const syncedProviders: SyncedKind<"providers"> = {
  kind: "providers",
  rows: { table: provider, key: provider.ehrId },
  idOf: ({ ehrId }) => ehrId,
  async store(tx, tenant, { records }) {
    const counts = await upsertCounted(
      tx,
      tenant,
      provider,
      records.map((found) => ({ id: newId(), ...found, hideInAvailability: false })),
      { key: "ehrId", ours: ["id", "status", "hideInAvailability"] },
    );
    if (counts.created > 0) await readScheduleAnew(tx, tenant);
    return counts;
  },
};
