import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { ownOrganization } from "#lib/db/own-organization";
import { changeRecords } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";

/** Numbers of added and changed rows. */
export interface RowCounts {
  created: number;
  updated: number;
}

/** A table of the EMR's records. */
export type SyncedTable = PgTable & { linkedAccountId: PgColumn };
/** A row of the account: all but the tenant's columns. */
export type Row<Table extends SyncedTable> = Omit<Table["$inferInsert"], keyof AccountTenant>;
type Property<Table extends SyncedTable> = keyof Table["$inferInsert"] & string;

interface WriteOptions<Table extends SyncedTable> {
  /** Column that is unique within the account. */
  key: Property<Table>;
  /** Columns that are set on insert and never updated. */
  ours?: Property<Table>[];
  /** Columns that are written with every change, but whose difference alone does not count as a change. */
  stamps?: Property<Table>[];
  /** A column that keeps the time at which another column's value was first seen: it changes only with that value. */
  since?: { column: Property<Table>; of: Property<Table> };
  /**
   * Order number of the EMR read that returned the rows (lib/db/as-of.ts): rows with a higher number are neither
   * changed nor removed.
   */
  asOf?: number;
}

/** Returns the column of a property. */
export function columnOf<Table extends SyncedTable>(table: Table, property: string): PgColumn {
  const column = (getTableColumns(table) as Record<string, PgColumn>)[property];
  if (!column) throw new Error(`${getTableName(table)} has no column ${property}`);
  return column;
}

const list = (names: string[], prefix?: string) =>
  sql.join(
    names.map((name) => (prefix ? sql`${sql.identifier(prefix)}.${sql.identifier(name)}` : sql.identifier(name))),
    sql`, `,
  );

/**
 * Inserts and updates an account's rows of a table in a single statement. Returns the outcome of each written row by
 * its key; unchanged rows are not written and not returned. All rows must have the same columns.
 */
export async function upsertRows<Table extends SyncedTable>(
  tx: Transaction,
  tenant: AccountTenant,
  table: Table,
  rows: Row<Table>[],
  { key, ours = [], stamps = [], since, asOf }: WriteOptions<Table>,
): Promise<Map<string, "created" | "updated">> {
  if (!rows[0]) return new Map();
  const { organizationId, linkedAccountId } = tenant;
  const common = { organizationId, linkedAccountId, ...(asOf === undefined ? {} : { asOf }) };
  const given: Record<string, unknown> = { ...common, ...rows[0] };
  const written = Object.entries(getTableColumns(table) as Record<string, PgColumn>).filter(([name]) => name in given);
  const left = new Set<string>([key, "organizationId", "linkedAccountId", ...ours]);
  const changing = written.filter(([name]) => !left.has(name));
  const stamped = new Set<string>([...stamps, ...(since ? [since.column] : []), "asOf"]);
  const compared = changing.filter(([name]) => !stamped.has(name)).map(([, { name }]) => name);
  const json = rows.map((row) => {
    const values: Record<string, unknown> = { ...common, ...row };
    return Object.fromEntries(written.map(([name, column]) => [column.name, values[name]]));
  });
  const name = sql.identifier(getTableName(table));
  const keyColumn = sql.identifier(columnOf(table, key).name);
  const all = list(written.map(([, column]) => column.name));
  const id = "id" in getTableColumns(table) ? sql`, stored.id` : sql``;
  const assignments = sql.join(
    changing.map(([property, column]) => {
      const own = sql.identifier(column.name);
      if (property !== since?.column) return sql`${own} = excluded.${own}`;
      const watched = sql.identifier(columnOf(table, since.of).name);
      return sql`${own} = CASE WHEN stored.${watched} IS DISTINCT FROM excluded.${watched} THEN excluded.${own} ELSE stored.${own} END`;
    }),
    sql`, `,
  );
  const result = await changeRecords<{ key: string; is_new: boolean }>(
    tx,
    tenant,
    table,
    sql`INSERT INTO ${name} AS stored (${all})
        SELECT ${all} FROM jsonb_populate_recordset(NULL::${name}, ${JSON.stringify(json)}::jsonb)
        ON CONFLICT (organization_id, linked_account_id, ${keyColumn}) DO UPDATE SET ${assignments}
        WHERE (${list(compared, "stored")}) IS DISTINCT FROM (${list(compared, "excluded")})
          AND ${asOf === undefined ? sql`true` : sql`stored.as_of <= excluded.as_of`}
        RETURNING stored.${keyColumn} AS key, stored.xmax = 0 AS is_new${id}`,
  );
  return new Map(result.rows.map((row) => [row.key, row.is_new ? "created" : "updated"]));
}

/** Counts the outcomes of an upsert. */
export function countChanges(changes: ReadonlyMap<string, "created" | "updated">): RowCounts {
  const created = [...changes.values()].filter((change) => change === "created").length;
  return { created, updated: changes.size - created };
}

/** Like `upsertRows`, and returns the counts alone. */
export const upsertCounted = async <Table extends SyncedTable>(
  tx: Transaction,
  tenant: AccountTenant,
  table: Table,
  rows: Row<Table>[],
  options: WriteOptions<Table>,
): Promise<RowCounts> => countChanges(await upsertRows(tx, tenant, table, rows, options));

/**
 * Replaces an account's rows of a table by the given rows: inserts, updates and removes in two statements. `within`
 * limits which rows may be removed.
 */
export async function replaceRows<Table extends SyncedTable>(
  tx: Transaction,
  tenant: AccountTenant,
  table: Table,
  rows: Row<Table>[],
  options: WriteOptions<Table> & { within?: SQL },
): Promise<RowCounts> {
  const keys = rows.map((row) => (row as Record<string, unknown>)[options.key]);
  await changeRecords(
    tx,
    tenant,
    table,
    sql`DELETE FROM ${sql.identifier(getTableName(table))} WHERE organization_id = ${ownOrganization}
      AND linked_account_id = ${tenant.linkedAccountId}
        AND ${sql.identifier(columnOf(table, options.key).name)} <> ALL (${sql.param(keys)}::text[])
        AND ${options.within ?? sql`true`}
        AND ${options.asOf === undefined ? sql`true` : sql`as_of <= ${options.asOf}`}
        RETURNING ${"id" in getTableColumns(table) ? sql`id` : sql`1`}`,
  );
  return upsertCounted(tx, tenant, table, rows, options);
}
