import { countChanges, upsertRows } from "#lib/definitions/replace-rows";
import { newId } from "#lib/kernel/id";
import { referral } from "#lib/resources/referrals/table";
import { setReferences } from "#lib/resources/synced/set-references";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { referringProvider } from "./table.ts";

/**
 * Formats a number of ten digits as XXX-XXX-XXXX, whatever its punctuation; returns anything else unchanged (interface
 * 4.15).
 */
function phoneNumber(given: string | null): string | null {
  const digits = given?.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits?.length === 10 ? digits.replace(/(\d{3})(\d{3})(\d{4})/, "$1-$2-$3") : given;
}

/** How referring providers are stored, with phone and fax as XXX-XXX-XXXX. */
export const syncedReferringProviders: SyncedKind<"referring_providers"> = {
  kind: "referring_providers",
  rows: { table: referringProvider, key: referringProvider.ehrId },
  idOf: ({ ehrId }) => ehrId,
  async store(tx, tenant, { records }) {
    const rows = records.map((found) => ({
      id: newId(),
      ...found,
      phone: phoneNumber(found.phone),
      fax: phoneNumber(found.fax),
    }));
    const changes = await upsertRows(tx, tenant, referringProvider, rows, { key: "ehrId", ours: ["id"] });
    const created = [...changes].flatMap(([ehrId, change]) => (change === "created" ? [ehrId] : []));
    await setReferences(tx, tenant, created, {
      column: referral.referringProviderId,
      ehrId: referral.referringProviderEhrId,
      value: referringProvider.id,
    });
    return countChanges(changes);
  },
};
