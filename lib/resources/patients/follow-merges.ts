import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { changeRecords } from "#lib/db/record-versions";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import { mergesOf } from "./merges.ts";

/**
 * Sets into whom each patient was merged, by what the records of both sides state now: after patients were stored, in the
 * caller's transaction. A merge that neither states any more ends.
 */
export async function followMerges(tx: Transaction, tenant: AccountTenant): Promise<void> {
  const { ehrId, mergedInto, replacedBy, replaces, linkedAccountId } = patient;
  const stated = await tx
    .select({ ehrId, mergedInto, replacedBy, replaces })
    .from(patient)
    .where(
      and(
        eq(linkedAccountId, tenant.linkedAccountId),
        or(isNotNull(mergedInto), isNotNull(replacedBy), isNotNull(replaces)),
      ),
    );
  if (stated.length === 0) return;
  const merges = mergesOf(stated.map((row) => ({ ...row, replaces: row.replaces ?? [] })));
  const before = new Map(stated.map((row) => [row.ehrId, row.mergedInto]));
  const changed = [...new Set([...before.keys(), ...merges.keys()])]
    .filter((id) => (merges.get(id) ?? null) !== (before.get(id) ?? null))
    .map((id) => ({ ehr_id: id, merged_into: merges.get(id) ?? null }));
  if (changed.length === 0) return;
  await changeRecords(
    tx,
    tenant,
    patient,
    sql`UPDATE patient AS stored SET merged_into = given.merged_into
        FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS given (ehr_id text, merged_into text)
        WHERE stored.organization_id = ${ownOrganization} AND stored.linked_account_id = ${tenant.linkedAccountId}
          AND stored.ehr_id = given.ehr_id
          AND stored.merged_into IS DISTINCT FROM given.merged_into
        RETURNING stored.id`,
  );
}
