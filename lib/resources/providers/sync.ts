import { newId } from "#lib/kernel/id";
import { syncedRows } from "#lib/resources/synced/synced-rows";
import { provider } from "./table.ts";

/**
 * How providers are stored. The EMR's active flag is taken only for a new provider: later the flag is set here and
 * decides whether the schedule is synced (interface 3.4).
 */
export const syncedProviders = syncedRows("providers", provider, {
  key: "ehrId",
  ours: ["id", "status", "hideInAvailability"],
  rowOf: (found) => ({ id: newId(), ...found, hideInAvailability: false }),
});
