import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { recordKeyOf } from "#lib/job-record/record-order";
import { insurancesOf, type KnownInsurance } from "./known-insurance.ts";

/** An insurance that the EMR holds, as it will be after the changes that wait for it. */
export type HeldInsurance = KnownInsurance["row"];

/** What a change says of itself in its job. */
type Change = Partial<{
  priority: number;
  member_id: string;
  payer_name: string;
  relationship: string;
  subscriber: string;
}>;

const afterChange = (held: HeldInsurance, change: Change): HeldInsurance => ({
  ...held,
  priority: change.priority ?? held.priority,
  memberId: change.member_id ?? held.memberId,
  payerName: change.payer_name ?? held.payerName,
  relationship: (change.relationship as HeldInsurance["relationship"] | undefined) ?? held.relationship,
  subscriber: change.subscriber ?? held.subscriber,
});

/**
 * Returns the insurances of a patient that the EMR holds, as they will be after the accepted changes, which run in the order of their
 * acceptance. A creation that has not ended is left out: whether the EMR takes it is not known.
 */
export async function heldInsurances(tx: Transaction, linkedAccountId: string, mrn: string): Promise<HeldInsurance[]> {
  const known = await insurancesOf(tx, linkedAccountId, mrn);
  const changes = await tx
    .select({ request: job.request, identifiers: job.identifiers })
    .from(job)
    .where(
      and(
        eq(job.linkedAccountId, linkedAccountId),
        eq(job.recordKey, recordKeyOf("insurances", mrn)),
        inArray(job.status, ["queued", "running"]),
        isNull(job.toReconcile),
      ),
    )
    .orderBy(asc(job.id));
  return known
    .map(({ row }) => row)
    .filter(({ emrInsuranceId }) => emrInsuranceId !== null)
    .map((row) =>
      changes
        .filter(({ identifiers }) => identifiers.insurance_id === row.id)
        .reduce((held, { request }) => afterChange(held, request), row),
    );
}
