import { getTableName, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { ownOrganization } from "#lib/db/own-organization";
import { changeRecords } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";

interface Reference {
  /** Column to be set. */
  column: PgColumn;
  /** Column of the same table with the EMR's id of the referenced record. */
  ehrId: PgColumn;
  /** Column of the referenced record that is the reference's value. */
  value: PgColumn;
}

/** Sets references to the records with these EMR ids in rows that were stored before them, or before the value changed. */
export async function setReferences(
  tx: Transaction,
  tenant: AccountTenant,
  ehrIds: string[],
  { column, ehrId, value }: Reference,
): Promise<void> {
  if (ehrIds.length === 0) return;
  const [set, by, from] = [column, ehrId, value].map(({ name }) => sql.identifier(name));
  const { linkedAccountId } = tenant;
  await changeRecords(
    tx,
    tenant,
    column.table,
    sql`UPDATE ${sql.identifier(getTableName(column.table))} AS referring SET ${set} = found.${from}
        FROM ${sql.identifier(getTableName(value.table))} AS found
        WHERE found.organization_id = ${ownOrganization} AND found.linked_account_id = ${linkedAccountId}
          AND found.ehr_id = ANY (${sql.param(ehrIds)}::text[])
          AND referring.organization_id = found.organization_id AND referring.organization_id = ${ownOrganization}
            AND referring.linked_account_id = ${linkedAccountId}
          AND referring.${by} = found.ehr_id AND referring.${set} IS DISTINCT FROM found.${from}
        RETURNING referring.id`,
  );
}
