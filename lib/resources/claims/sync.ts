import { and, eq, inArray } from "drizzle-orm";
import { claim } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AccountTenant, type RowCounts, replaceRows, upsertRows } from "#lib/definitions/replace-rows";
import type { EmrClaim } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { type CLAIM_CHANGES, type ClaimModel, toClaimModel } from "./model.ts";

const rowsOf = (claims: EmrClaim[]) => {
  const updatedAt = new Date();
  return claims.map((found) => ({ id: newId(), ...found, updatedAt }));
};

const HOW = { key: "emrClaimId" as const, ours: ["id" as const], stamps: ["updatedAt" as const] };

/** Makes the account's claims those that the EMR has. */
export const replaceClaims = (
  tx: Transaction,
  tenant: AccountTenant,
  { claims, asOf }: { claims: EmrClaim[]; asOf: number },
): Promise<RowCounts> => replaceRows(tx, tenant, claim, rowsOf(claims), { ...HOW, asOf });

/**
 * Stores claims that were fetched, beside the others, and tells of each what became of it (interface 3.5); in the
 * order of the EMR's answer.
 */
export async function storeClaims(
  tx: Transaction,
  tenant: AccountTenant,
  { claims, asOf }: { claims: EmrClaim[]; asOf: number },
): Promise<{ claim: ClaimModel; change: (typeof CLAIM_CHANGES)[number] }[]> {
  const changes = await upsertRows(tx, tenant, claim, rowsOf(claims), { ...HOW, asOf });
  const ids = claims.map(({ emrClaimId }) => emrClaimId);
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
