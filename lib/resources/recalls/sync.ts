import { upsertCounted } from "#lib/definitions/replace-rows";
import { newId } from "#lib/kernel/id";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { recall } from "./table.ts";

/** How recalls are stored, with their actions. */
export const syncedRecalls: SyncedKind<"recalls"> = {
  kind: "recalls",
  rows: { table: recall, key: recall.ehrId },
  idOf: ({ ehrId }) => ehrId,
  store: (tx, tenant, { records, asOf }) =>
    upsertCounted(
      tx,
      tenant,
      recall,
      records.map((found) => ({ id: newId(), ...found })),
      { key: "ehrId", ours: ["id"], asOf },
    ),
};
