import { sql } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { idsByEhrId } from "#lib/definitions/ids-by-ehr-id";
import { countChanges, upsertRows } from "#lib/definitions/replace-rows";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { document } from "#lib/resources/documents/table";
import { referringProvider } from "#lib/resources/referring-providers/table";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { referral } from "./table.ts";

/** Links documents that were stored before their referrals. */
async function linkDocuments(tx: Transaction, { linkedAccountId }: AccountTenant, ehrIds: string[]): Promise<void> {
  if (ehrIds.length === 0) return;
  await tx.execute(
    sql`UPDATE ${document} AS letter SET referral_id = found.id
        FROM ${referral} AS found
        WHERE found.linked_account_id = ${linkedAccountId} AND found.ehr_id = ANY (${sql.param(ehrIds)}::text[])
          AND letter.organization_id = found.organization_id AND letter.linked_account_id = ${linkedAccountId}
          AND letter.referral_ehr_id = found.ehr_id AND letter.referral_id IS NULL`,
  );
}

/**
 * How referrals are stored. A referral created through this interface keeps its id, and remains while the EMR has not
 * yet created it.
 */
export const syncedReferrals: SyncedKind<"referrals"> = {
  kind: "referrals",
  rows: { table: referral, key: referral.ehrId },
  idOf: ({ ehrId }) => ehrId,
  async store(tx, tenant, { records, asOf }) {
    const referredBy = records.flatMap(({ referringProviderEhrId: id }) => (id === null ? [] : [id]));
    const providers = await idsByEhrId(tx, tenant, referringProvider, referredBy);
    const rows = records.map(({ locationEmrId, createdAt, updatedAt, ...found }) => ({
      id: newId(),
      ...found,
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
    await linkDocuments(tx, tenant, [...changes.keys()]);
    return countChanges(changes);
  },
};
