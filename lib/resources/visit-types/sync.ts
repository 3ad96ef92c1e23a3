import { upsertCounted } from "#lib/definitions/replace-rows";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { visitType } from "./table.ts";

/** How visit types are stored. */
export const syncedVisitTypes: SyncedKind<"visit_types"> = {
  kind: "visit_types",
  rows: { table: visitType, key: visitType.id },
  idOf: ({ id }) => id,
  store: (tx, tenant, { records }) => upsertCounted(tx, tenant, visitType, records, { key: "id" }),
};
