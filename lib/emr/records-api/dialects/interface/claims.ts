import type { EmrClaim, EmrClaims, FaultyRecord } from "#lib/emr/port/port";
import { claim } from "#lib/emr/records-api/records";
import type { Remote } from "#lib/emr/records-api/remote";
import { listOf, nextCursorOf, parseRows } from "#lib/emr/records-api/rows";
import { shownAsReadLast } from "./shown-as-read-last.ts";

const IDS = ["emr_claim_id"];

/**
 * Returns the claims of one service date, or those with these EMR numbers. The filters of GET /claims are not part of
 * the interface: a remote that ignores them lists more, which is left out here.
 */
export async function readClaims(
  remote: Remote,
  { serviceDate, emrClaimIds }: { serviceDate?: string; emrClaimIds?: string[] },
  signal: AbortSignal,
): Promise<EmrClaims> {
  const filter = {
    ...(serviceDate === undefined ? {} : { service_date: serviceDate }),
    ...(emrClaimIds === undefined ? {} : { claim_ids: emrClaimIds.join(",") }),
  };
  const wanted = ({ emrClaimId, serviceDate: date }: EmrClaim) =>
    emrClaimIds ? emrClaimIds.includes(emrClaimId) : date === serviceDate;
  const claims: EmrClaim[] = [];
  const faulty: FaultyRecord[] = [];
  for (let cursor: string | null = null; ; ) {
    const body = await remote.get("/claims", cursor === null ? filter : { ...filter, cursor }, signal);
    const rows = listOf(body, "claims");
    claims.push(...parseRows(rows, claim, IDS).records.filter(wanted));
    faulty.push(...shownAsReadLast(rows, IDS));
    cursor = nextCursorOf(body);
    if (cursor === null) return { claims, faulty };
  }
}
