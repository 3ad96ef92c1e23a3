import { syncedRows } from "#lib/resources/synced/synced-rows";
import { visitType } from "./table.ts";

/** How visit types are stored. */
export const syncedVisitTypes = syncedRows("visit_types", visitType, { key: "id", rowOf: (found) => found });
