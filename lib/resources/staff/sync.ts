import { upsertCounted } from "#lib/definitions/replace-rows";
import { newId } from "#lib/kernel/id";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { staff } from "./table.ts";

/** How staff members are stored. */
export const syncedStaff: SyncedKind<"staff"> = {
  kind: "staff",
  rows: { table: staff, key: staff.ehrId },
  idOf: ({ ehrId }) => ehrId,
  store: (tx, tenant, { records }) =>
    upsertCounted(
      tx,
      tenant,
      staff,
      records.map((found) => ({ id: newId(), ...found })),
      { key: "ehrId", ours: ["id"] },
    ),
};
