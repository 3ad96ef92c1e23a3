import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "#lib/db/tenant";

/** What one linked account's rows are written with. */
export interface AccountTenant {
  organizationId: string;
  linkedAccountId: string;
}

/** How many rows a replacement added and changed. */
export interface RowCounts {
  created: number;
  updated: number;
}

type SyncedTable = PgTable & { linkedAccountId: PgColumn };

/**
 * Makes an account's rows of a table those that are given: adds, changes and removes, in two statements whatever
 * their number. `key` is unique within the account. Columns in `ours` are written with a new row and left alone in one
 * that is there; a row without a change is not written at all. `within` narrows what may be removed. Give every row
 * the same columns.
 */
export async function replaceRows<Table extends SyncedTable>(
  tx: Transaction,
  tenant: AccountTenant,
  table: Table,
  rows: Omit<Table["$inferInsert"], keyof AccountTenant>[],
  options: {
    key: keyof Table["$inferInsert"] & string;
    ours?: (keyof Table["$inferInsert"] & string)[];
    within?: SQL;
  },
): Promise<RowCounts> {
  const { key, ours = [], within = sql`true` } = options;
  const columns = Object.entries(getTableColumns(table));
  const keyColumn = columns.find(([property]) => property === key)?.[1];
  if (!keyColumn) throw new Error(`${getTableName(table)} has no column ${key}`);
  const name = sql.identifier(getTableName(table));
  const keys = rows.map((row) => (row as Record<string, unknown>)[key]);
  await tx.execute(
    sql`DELETE FROM ${name} WHERE linked_account_id = ${tenant.linkedAccountId}
        AND ${sql.identifier(keyColumn.name)} <> ALL (${sql.param(keys)}::text[]) AND ${within}`,
  );
  if (!rows[0]) return { created: 0, updated: 0 };

  const given: Record<string, unknown> = { ...tenant, ...rows[0] };
  const written = columns.filter(([property]) => property in given);
  const left = new Set<string>([key, "organizationId", "linkedAccountId", ...ours]);
  const changing = written.filter(([property]) => !left.has(property)).map(([, column]) => column.name);
  const json = rows.map((row) => {
    const values: Record<string, unknown> = { ...tenant, ...row };
    return Object.fromEntries(written.map(([property, column]) => [column.name, values[property]]));
  });
  const list = (prefix: string | null, names: string[]) =>
    sql.join(
      names.map((column) =>
        prefix ? sql`${sql.identifier(prefix)}.${sql.identifier(column)}` : sql.identifier(column),
      ),
      sql`, `,
    );
  const all = list(
    null,
    written.map(([, column]) => column.name),
  );
  const assignments = sql.join(
    changing.map((column) => sql`${sql.identifier(column)} = excluded.${sql.identifier(column)}`),
    sql`, `,
  );
  const counted = await tx.execute<{ created: number; updated: number }>(
    sql`WITH stored_rows AS (INSERT INTO ${name} AS stored (${all})
        SELECT ${all} FROM jsonb_populate_recordset(NULL::${name}, ${JSON.stringify(json)}::jsonb)
        ON CONFLICT (linked_account_id, ${sql.identifier(keyColumn.name)}) DO UPDATE SET ${assignments}
        WHERE (${list("stored", changing)}) IS DISTINCT FROM (${list("excluded", changing)})
        RETURNING (stored.xmax = 0) AS is_new)
        SELECT count(*) FILTER (WHERE is_new)::integer AS created,
               count(*) FILTER (WHERE NOT is_new)::integer AS updated FROM stored_rows`,
  );
  return counted.rows[0] ?? { created: 0, updated: 0 };
}
