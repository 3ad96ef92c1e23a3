import type { Transaction } from "#lib/db/tenant";
import { idsByEhrId } from "#lib/definitions/ids-by-ehr-id";
import { type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrReferral } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { referringProvider } from "#lib/resources/referring-providers/table";
import { referral } from "./table.ts";

/**
 * Stores the account's referrals as the EMR has them. Runs after the referring providers, whose ids referrals refer to.
 * A referral created through this interface keeps its id, and remains while the EMR has not yet created it.
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
