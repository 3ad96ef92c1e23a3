import { upsertCounted } from "#lib/definitions/replace-rows";
import { newId } from "#lib/kernel/id";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { form } from "./table.ts";

/** How forms are stored, with their questions. */
export const syncedForms: SyncedKind<"forms"> = {
  kind: "forms",
  rows: { table: form, key: form.emrFormId },
  idOf: ({ emrFormId }) => emrFormId,
  store: (tx, tenant, { records }) =>
    upsertCounted(
      tx,
      tenant,
      form,
      records.map((found) => ({ id: newId(), ...found })),
      { key: "emrFormId", ours: ["id"] },
    ),
};
