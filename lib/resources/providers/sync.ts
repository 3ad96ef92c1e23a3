import { upsertCounted } from "#lib/definitions/replace-rows";
import { newId } from "#lib/kernel/id";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { provider } from "./table.ts";

/**
 * How providers are stored. The EMR's active flag is taken only for a new provider: later the flag is set here and
 * decides whether the schedule is synced (interface 3.4).
 */
export const syncedProviders: SyncedKind<"providers"> = {
  kind: "providers",
  rows: { table: provider, key: provider.ehrId },
  idOf: ({ ehrId }) => ehrId,
  store: (tx, tenant, { records }) =>
    upsertCounted(
      tx,
      tenant,
      provider,
      records.map((found) => ({ id: newId(), ...found, hideInAvailability: false })),
      { key: "ehrId", ours: ["id", "status", "hideInAvailability"] },
    ),
};
