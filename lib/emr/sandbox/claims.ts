import type { EmrClaim, EmrClaims } from "#lib/emr/port/port";
import { KIND_STATEMENTS } from "./kind-statements.ts";
import { rowsOf } from "./query.ts";

/** Returns the claims of one service date, or those with these numbers, by number. */
export const readClaims = async (
  practiceId: string,
  { serviceDate, emrClaimIds }: { serviceDate?: string; emrClaimIds?: string[] },
): Promise<EmrClaims> => ({
  claims: await rowsOf<EmrClaim>(
    `${KIND_STATEMENTS.claims.select} AND ($2::date IS NULL OR c.service_date = $2)
       AND ($3::text[] IS NULL OR c.id = ANY ($3)) ORDER BY c.id`,
    practiceId,
    serviceDate ?? null,
    emrClaimIds ?? null,
  ),
});
