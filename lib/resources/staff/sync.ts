import { newId } from "#lib/kernel/id";
import { syncedRows } from "#lib/resources/synced/synced-rows";
import { staff } from "./table.ts";

/** How staff members are stored. */
export const syncedStaff = syncedRows("staff", staff, {
  key: "ehrId",
  ours: ["id"],
  rowOf: (found) => ({ id: newId(), ...found }),
});
