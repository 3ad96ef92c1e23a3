import type { EmrClaim } from "#lib/emr/port/port";
import { rowsOf } from "./query.ts";

/** Returns all claims by number, those of one service date, or those with these numbers. */
export const readClaims = (
  practiceId: string,
  { serviceDate, emrClaimIds }: { serviceDate?: string; emrClaimIds?: string[] },
): Promise<EmrClaim[]> =>
  rowsOf(
    `SELECT c.id AS "emrClaimId", p.mrn AS "patientMrn", c.service_date::text AS "serviceDate",
            c.status AS "claimStatus", c.status_description AS "claimStatusDescription",
            c.total_charge::text AS "totalCharge", c.balance::text AS balance
     FROM sandbox.claim c JOIN sandbox.patient p ON p.practice_id = c.practice_id AND p.id = c.patient_id
     WHERE c.practice_id = $1 AND ($2::date IS NULL OR c.service_date = $2)
       AND ($3::text[] IS NULL OR c.id = ANY ($3)) ORDER BY c.id`,
    practiceId,
    serviceDate ?? null,
    emrClaimIds ?? null,
  );
