import { sql } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { countChanges, upsertRows } from "#lib/definitions/replace-rows";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { referral } from "#lib/resources/referrals/table";
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

/** Links referrals that were stored before their referring providers. */
async function linkReferrals(tx: Transaction, { linkedAccountId }: AccountTenant, ehrIds: string[]): Promise<void> {
  if (ehrIds.length === 0) return;
  await tx.execute(
    sql`UPDATE ${referral} AS referred SET referring_provider_id = found.id
        FROM ${referringProvider} AS found
        WHERE found.linked_account_id = ${linkedAccountId} AND found.ehr_id = ANY (${sql.param(ehrIds)}::text[])
          AND referred.organization_id = found.organization_id AND referred.linked_account_id = ${linkedAccountId}
          AND referred.referring_provider_ehr_id = found.ehr_id AND referred.referring_provider_id IS NULL`,
  );
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
    await linkReferrals(
      tx,
      tenant,
      [...changes].flatMap(([ehrId, change]) => (change === "created" ? [ehrId] : [])),
    );
    return countChanges(changes);
  },
};
