import { eq } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { recall, referral, referringProvider } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AccountTenant, type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrRecall, EmrReferral } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";

type Identified = PgTable & Pick<typeof referringProvider, "id" | "ehrId" | "linkedAccountId">;

/** Our ids of the account's records of a table, by the EMR's. */
export async function idsByEhrId(
  tx: Transaction,
  { linkedAccountId }: AccountTenant,
  table: Identified | typeof referral,
): Promise<Map<string, string>> {
  const { id, ehrId } = table as Identified;
  const rows = await tx
    .select({ id, ehrId })
    .from(table as Identified)
    .where(eq((table as Identified).linkedAccountId, linkedAccountId));
  return new Map(rows.map((row) => [row.ehrId, row.id]));
}

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

/** Stores the account's recalls with their actions as the EMR has them. */
export const storeRecalls = (
  tx: Transaction,
  tenant: AccountTenant,
  { recalls, asOf }: { recalls: EmrRecall[]; asOf: number },
): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    recall,
    recalls.map((found) => ({ id: newId(), ...found })),
    { key: "ehrId", ours: ["id"], asOf },
  );
