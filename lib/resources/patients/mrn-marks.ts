import { sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { changeRecords } from "#lib/db/record-versions";
import { patientName } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { EmrPatient } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";

/** What stands between the digits of an MRN. */
const BETWEEN_DIGITS = /[^\d\s]+/g;
/** Characters of an MRN that are looked at. */
const MAX_MRN = 200;

/** Keeps what stands between the digits of patients' MRNs, in the transaction that stores the patients. */
export async function keepMrnMarks(
  tx: Transaction,
  tenant: AccountTenant,
  patients: readonly Pick<EmrPatient, "mrn">[],
): Promise<void> {
  const { organizationId, linkedAccountId } = tenant;
  // In one order, so that two syncs do not wait for each other in a circle.
  const marks = [...new Set(patients.flatMap(({ mrn }) => mrn.slice(0, MAX_MRN).match(BETWEEN_DIGITS) ?? []))].sort();
  if (marks.length === 0) return;
  await changeRecords(
    tx,
    tenant,
    patientName,
    sql`INSERT INTO patient_name (organization_id, linked_account_id, part, text, word)
    SELECT ${organizationId}::uuid, ${linkedAccountId}::uuid, 'mrn', text, lower(text)
    FROM unnest(${sql.param(marks)}::text[]) AS given (text)
    ON CONFLICT DO NOTHING RETURNING 1`,
  );
}

/** Keeps what stands between the digits of all MRNs of the account, those that a process of the version before has stored among them. */
export async function settleMrnMarks(tx: Transaction, tenant: AccountTenant): Promise<void> {
  const { organizationId, linkedAccountId } = tenant;
  await changeRecords(
    tx,
    tenant,
    patientName,
    sql`INSERT INTO patient_name (organization_id, linked_account_id, part, text, word)
    SELECT DISTINCT ${organizationId}::uuid, ${linkedAccountId}::uuid, 'mrn', mark, lower(mark)
    FROM patient, LATERAL regexp_split_to_table(left(mrn, ${MAX_MRN}::integer), '[0-9\\s]+') AS mark
    WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId} AND mark <> ''
    ON CONFLICT DO NOTHING RETURNING 1`,
  );
}
