import { newId } from "#lib/kernel/id";
import { syncedRows } from "#lib/resources/synced/synced-rows";
import { recall } from "./table.ts";

/** How recalls are stored, with their actions. */
export const syncedRecalls = syncedRows("recalls", recall, {
  key: "ehrId",
  ours: ["id"],
  rowOf: (found) => ({ id: newId(), ...found }),
});
