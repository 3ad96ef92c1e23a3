import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { prepared } from "./prepared.ts";
import type { Transaction } from "./tenant.ts";

const insertion = (table: PgTable) =>
  prepared((tx, columns: string[]) =>
    tx.insert(table).values(Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]))),
  );

const insertions = new WeakMap<PgTable, ReturnType<typeof insertion>>();

/**
 * Inserts one row in the caller's transaction; omitted and undefined columns get their default. For tables that each
 * operation writes to: the statement is built only once (see `prepared`, also for the time at which it is sent).
 */
export async function insertRow<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  row: Table["$inferInsert"],
): Promise<void> {
  const given = row as Record<string, unknown>;
  const columns = Object.keys(given).filter((name) => given[name] !== undefined);
  const statement = insertions.get(table) ?? insertion(table);
  insertions.set(table, statement);
  await statement(tx, columns).execute(given);
}
