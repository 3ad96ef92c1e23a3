import { newId } from "#lib/kernel/id";
import { syncedRows } from "#lib/resources/synced/synced-rows";
import { form } from "./table.ts";

/** How forms are stored, with their questions. */
export const syncedForms = syncedRows("forms", form, {
  key: "emrFormId",
  ours: ["id"],
  rowOf: (found) => ({ id: newId(), ...found }),
});
