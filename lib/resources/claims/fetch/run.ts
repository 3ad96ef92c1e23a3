import { drawAsOf } from "#lib/db/as-of";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrClaims } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import { storeClaims } from "#lib/resources/claims/sync";
import type { fetchClaims } from "./definition.ts";

interface Wanted {
  /** The sequence number of the EMR reading. */
  asOf: number;
  /** Time before the EMR reading. */
  since: Date;
  serviceDate?: string;
  emrClaimIds?: string[];
}

type Read = Pick<Wanted, "asOf" | "since"> & EmrClaims;

/**
 * Reads the claims from the EMR, stores them and emits an event for each new or changed claim (interface 4.1 and 3.5).
 */
export const runClaimsFetch: OperationRunner<typeof fetchClaims, Wanted, Read> = {
  prepare: async ({ tx, input: { service_date, claim_ids } }) => ({
    asOf: await drawAsOf(tx),
    since: present(),
    ...(service_date === undefined ? {} : { serviceDate: service_date }),
    ...(claim_ids === undefined ? {} : { emrClaimIds: [...new Set(claim_ids)] }),
  }),

  run: async ({ asOf, since, ...wanted }, { emr, signal }) => ({
    asOf,
    since,
    ...(await emr.listClaims(wanted, signal)),
  }),

  async complete({ tx, tenant, input, result: read }) {
    const stored = await storeClaims(tx, tenant, read);
    const claimIds = stored.map(({ claim }) => claim.emr_claim_id);
    return {
      also: stored
        .filter(({ change }) => change !== "unchanged")
        .map(({ claim, change }) => ({ type: `claim.${change}`, data: claim })),
      data: {
        success: true,
        claim_ids: claimIds,
        claims: stored.map(({ claim: { patient_mrn: _mrn, updated_at: _at, ...claim }, change }) => ({
          ...claim,
          change,
        })),
        not_found_claim_ids: [...new Set(input.claim_ids)].filter((id) => !claimIds.includes(id)),
      },
    };
  },
};
