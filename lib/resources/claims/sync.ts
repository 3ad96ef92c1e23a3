import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { upsertCounted, upsertRows } from "#lib/definitions/replace-rows";
import type { EmrClaim, FaultyRecord } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { noteJobRead } from "#lib/resources/synced/set-aside";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { type CLAIM_CHANGES, type ClaimModel, toClaimModel } from "./model.ts";
import { claim } from "./table.ts";

const rowsOf = (claims: EmrClaim[]) => {
  const updatedAt = present();
  return claims.map((found) => ({ id: newId(), ...found, updatedAt }));
};

const HOW = { key: "emrClaimId" as const, ours: ["id" as const], stamps: ["updatedAt" as const] };

/** How claims are stored. */
export const syncedClaims: SyncedKind<"claims"> = {
  kind: "claims",
  rows: { table: claim, key: claim.emrClaimId },
  idOf: ({ emrClaimId }) => emrClaimId,
  store: (tx, tenant, { records, asOf }) => upsertCounted(tx, tenant, claim, rowsOf(records), { ...HOW, asOf }),
};

/**
 * Stores fetched claims beside the existing ones. Returns each with its change (interface 3.5), in the order of the
 * EMR's response.
 */
export async function storeClaims(
  tx: Transaction,
  tenant: AccountTenant,
  { claims, faulty = [], asOf, since }: { claims: EmrClaim[]; faulty?: FaultyRecord[]; asOf: number; since: Date },
): Promise<{ claim: ClaimModel; change: (typeof CLAIM_CHANGES)[number] }[]> {
  const changes = await upsertRows(tx, tenant, claim, rowsOf(claims), { ...HOW, asOf });
  const ids = claims.map(({ emrClaimId }) => emrClaimId);
  await noteJobRead(tx, tenant, syncedClaims, { ehrIds: ids, faulty, asOf, since });
  const rows = await tx
    .select()
    .from(claim)
    .where(and(eq(claim.linkedAccountId, tenant.linkedAccountId), inArray(claim.emrClaimId, ids)));
  const stored = new Map(rows.map((row) => [row.emrClaimId, toClaimModel(row)]));
  return ids.flatMap((id) => {
    const found = stored.get(id);
    return found ? [{ claim: found, change: changes.get(id) ?? ("unchanged" as const) }] : [];
  });
}
