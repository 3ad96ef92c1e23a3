import { newId } from "#lib/kernel/id";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { syncedRows } from "#lib/resources/synced/synced-rows";
import { readScheduleAnew } from "./read-schedule-anew.ts";
import { provider } from "./table.ts";

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
