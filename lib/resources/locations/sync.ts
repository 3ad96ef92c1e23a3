import { newId } from "#lib/kernel/id";
import { syncedRows } from "#lib/resources/synced/synced-rows";
import { location } from "./table.ts";

/** How locations are stored. */
export const syncedLocations = syncedRows("locations", location, {
  key: "emrId",
  ours: ["id"],
  rowOf: (found) => ({ id: newId(), ...found }),
});
