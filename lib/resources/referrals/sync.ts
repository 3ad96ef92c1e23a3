import { idsByEhrId } from "#lib/definitions/ids-by-ehr-id";
import { countChanges, upsertRows } from "#lib/definitions/replace-rows";
import { newId } from "#lib/kernel/id";
import { document } from "#lib/resources/documents/table";
import { referringProvider } from "#lib/resources/referring-providers/table";
import { setReferences } from "#lib/resources/synced/set-references";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { referral } from "./table.ts";

/**
 * How referrals are stored. A referral created through this interface keeps its id, and remains while the EMR has not
 * yet created it.
 */
export const syncedReferrals: SyncedKind<"referrals"> = {
  kind: "referrals",
  rows: { table: referral, key: referral.ehrId, covered: referral },
  idOf: ({ ehrId }) => ehrId,
  async store(tx, tenant, { records, asOf }) {
    const referredBy = records.flatMap(({ referringProviderEhrId: id }) => (id === null ? [] : [id]));
    const providers = await idsByEhrId(tx, tenant, referringProvider, referredBy);
    const rows = records.map(({ locationEmrId, createdAt, updatedAt, ...found }) => ({
      id: newId(),
      ...found,
      patientEhrId: found.patientEhrId ?? null,
      locationId: locationEmrId,
      referringProviderId: providers.get(found.referringProviderEhrId ?? "") ?? null,
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
    }));
    const changes = await upsertRows(tx, tenant, referral, rows, {
      key: "ehrId",
      ours: ["id", "createdAt"],
      stamps: ["updatedAt"],
      asOf,
    });
    await setReferences(tx, tenant, [...changes.keys()], {
      column: document.referralId,
      ehrId: document.referralEhrId,
      value: referral.id,
    });
    return countChanges(changes);
  },
};
