import { upsertCounted } from "#lib/definitions/replace-rows";
import { newId } from "#lib/kernel/id";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { location } from "./table.ts";

/** How locations are stored. */
export const syncedLocations: SyncedKind<"locations"> = {
  kind: "locations",
  rows: { table: location, key: location.emrId },
  idOf: ({ emrId }) => emrId,
  store: (tx, tenant, { records }) =>
    upsertCounted(
      tx,
      tenant,
      location,
      records.map((found) => ({ id: newId(), ...found })),
      { key: "emrId", ours: ["id"] },
    ),
};
