import { and, eq, getTableName, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { QueryResultRow } from "pg";
import type { AccountTenant } from "#lib/kernel/principal";
import { presentCause } from "./change-cause.ts";
import { noteChanged } from "./changed-records.ts";
import type { Transaction } from "./door.ts";
import { ownOrganization } from "./own-organization.ts";
import { prepared } from "./prepared.ts";
import { recordVersion } from "./tables/record-versions.ts";
import { insertInto, type Write } from "./write.ts";

/**
 * Sends a statement that changes rows of a table of synchronized records, and replaces the table's version in the same
 * statement if it changed a row. `change` must return the rows that it changed, with their `id` (RETURNING); they are the
 * result. Every change of such a table goes through here, since answers about it are validated by the version alone, and
 * since what it changed is told in the feed of changes before the transaction commits.
 */
export async function changeRecords<Row extends QueryResultRow>(
  tx: Transaction,
  tenant: AccountTenant,
  table: PgTable,
  change: SQLWrapper,
) {
  const result = await replaceVersion<Row>(tx, tenant, table, change);
  noteChanged(tx, tenant, getTableName(table), result.rows);
  return result;
}

/** Like `changeRecords`, for records that are forgotten with their feed: their changes are not told. */
export function replaceVersion<Row extends QueryResultRow>(
  tx: Transaction,
  { organizationId, linkedAccountId }: AccountTenant,
  table: PgTable,
  change: SQLWrapper,
) {
  const record = getTableName(table);
  // A slot that another transaction holds is skipped: neither waits for the other, and none can block a third.
  return tx.execute<Row>(
    sql`WITH changed AS (${change.getSQL()}), replaced AS (
          INSERT INTO record_version (organization_id, linked_account_id, record, slot, version)
          SELECT ${organizationId}, ${linkedAccountId}, ${record}, coalesce(
            (SELECT slot FROM record_version WHERE organization_id = ${organizationId}
               AND linked_account_id = ${linkedAccountId} AND record = ${record}
             LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED), gen_random_uuid()), gen_random_uuid()
          WHERE EXISTS (SELECT FROM changed)
          ON CONFLICT (organization_id, linked_account_id, record, slot) DO UPDATE SET version = excluded.version)
        SELECT * FROM changed`,
  );
}

const withVersion = (record: string, insertion: string) => `
  WITH changed AS (${insertion}), replaced AS (
    INSERT INTO record_version (organization_id, linked_account_id, record, slot, version)
    SELECT organization_id, linked_account_id, '${record}', coalesce(
      (SELECT slot FROM record_version v WHERE v.organization_id = $2
         AND v.linked_account_id = account.linked_account_id AND v.record = '${record}'
       LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED), gen_random_uuid()), gen_random_uuid()
    FROM (SELECT DISTINCT organization_id, linked_account_id FROM changed) AS account
    ON CONFLICT (organization_id, linked_account_id, record, slot) DO UPDATE SET version = excluded.version)
  SELECT FROM changed`;

/** Returns the insertion of a synchronized record, which replaces its table's version and is told as `changeRecords` does. */
export function insertRecord<Table extends PgTable>(
  table: Table,
  row: Table["$inferInsert"] & AccountTenant & { id: string },
): Write {
  const insertion = insertInto(table, row, "organization_id, linked_account_id");
  const name = getTableName(table);
  const cause = presentCause();
  return {
    ...insertion,
    statement: withVersion(name, insertion.statement),
    values: [ownOrganization],
    sent: (tx) => noteChanged(tx, row, name, [row], cause),
  };
}

const versionsOf = prepared((tx) =>
  tx
    .select({
      versions: sql<string | null>`string_agg(${recordVersion.version}::text, ' ' ORDER BY ${recordVersion.version})`,
    })
    .from(recordVersion)
    .where(
      and(
        eq(recordVersion.linkedAccountId, sql.placeholder("account")),
        sql`${recordVersion.record} = ANY (${sql.placeholder("records")}::text[])`,
      ),
    ),
);

/**
 * Returns a text that differs after every committed change of an account's rows of the tables with these names. Sends its statement at
 * once: called before the statements that read the rows, it never names a version that is newer than they are.
 */
export async function readVersion(tx: Transaction, linkedAccountId: string, records: readonly string[]) {
  const [found] = await versionsOf(tx).execute({ account: linkedAccountId, records });
  return found?.versions ?? "";
}
