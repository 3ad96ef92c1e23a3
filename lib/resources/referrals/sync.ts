import { referral, referringProvider } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { idsByEhrId } from "#lib/definitions/ids-by-ehr-id";
import { type AccountTenant, type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrReferral } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";

/**
 * Stores the account's referrals as the EMR has them; after the referring providers, whose ids they name. One that was
 * created through this interface keeps its own id, and stays while the EMR has not created it.
 */
export async function storeReferrals(
  tx: Transaction,
  tenant: AccountTenant,
  { referrals, asOf }: { referrals: EmrReferral[]; asOf: number },
): Promise<RowCounts> {
  const providers = await idsByEhrId(tx, tenant, referringProvider);
  const rows = referrals.map(({ locationEmrId, referringProviderEhrId, createdAt, updatedAt, ...found }) => ({
    id: newId(),
    ...found,
    locationId: locationEmrId,
    referringProviderId: referringProviderEhrId === null ? null : (providers.get(referringProviderEhrId) ?? null),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }));
  return replaceRows(tx, tenant, referral, rows, {
    key: "ehrId",
    ours: ["id", "createdAt"],
    stamps: ["updatedAt"],
    asOf,
  });
}
